/** Numbers as objects: what they are worth, and from one type to another. */
import { castError, illegalArgumentError } from "./java-error.ts";
import { intOfDouble, intOfLong, type Long, longOfDouble } from "./longs.ts";
import { Boxed, type BoxedKind, boxInt, boxLong, classNameOf, textOf, type Value } from "./values.ts";

/** Ranks of the types of numbers, each wider than those before. */
export const RANK: Readonly<Record<BoxedKind | "double", number>> = {
  byte: 0,
  short: 1,
  char: 2,
  int: 3,
  long: 4,
  float: 5,
  double: 6,
};

export type NumberKind = BoxedKind | "double";

/** The type of a number; undefined for what is none. */
export function kindOf(value: Value): NumberKind | undefined {
  if (typeof value === "number") return "double";
  return value instanceof Boxed ? value.kind : undefined;
}

/** What a number is worth. */
export function numberFrom(value: Value): Long {
  if (typeof value === "number") return value;
  if (value instanceof Boxed) return value.value;
  throw castError(
    value === null ? "Cannot cast null to a number" : `Cannot cast ${classNameOf(value)} to java.lang.Number`,
  );
}

export function doubleFrom(value: Value): number {
  return typeof value === "number" ? value : Number(numberFrom(value));
}

/** The number as an object of its type. */
export function boxed(kind: NumberKind, value: Long): Value {
  if (kind === "double") return Number(value);
  if (kind === "int") return boxInt(Number(value));
  return kind === "long" ? boxLong(value) : new Boxed(kind, value);
}

/** A number in another type, cut as by a cast. */
export function converted(value: Long, from: NumberKind, to: NumberKind): Long {
  if (from === to) return value;
  if (to === "double") return Number(value);
  if (to === "float") return Math.fround(Number(value));
  const isFraction = from === "double" || from === "float";
  if (to === "long") return isFraction ? longOfDouble(Number(value)) : value;
  const int = isFraction ? intOfDouble(Number(value)) : intOfLong(value);
  if (to === "int") return int;
  if (to === "char") return int & 0xffff;
  return to === "short" ? (int << 16) >> 16 : (int << 24) >> 24;
}

/** The one character of a text. */
export function charOfText(text: string): number {
  if (text.length === 1) return text.charCodeAt(0);
  throw castError("cannot cast java.lang.String with length not equal to one to char");
}

/** A value as a number of one type: `explicit` cuts what does not fit, otherwise only wider types take it. */
export function castToNumber(value: Value, to: NumberKind, explicit: boolean): Long {
  const kind = kindOf(value);
  if (kind !== undefined) {
    const fits = kind === to || (RANK[kind] < RANK[to] && to !== "char" && (kind !== "char" || RANK[to] >= RANK.int));
    if (explicit || fits) return converted(numberFrom(value), kind, to);
    throw castError(`cannot implicitly cast def [${kind}] to ${to}`);
  }
  if (value === null) throw nullCast(to);
  if (typeof value === "string" && to === "char" && (explicit || value.length === 1)) return charOfText(value);
  const name = typeof value === "boolean" ? "boolean" : classNameOf(value);
  throw castError(`cannot ${explicit ? "explicitly" : "implicitly"} cast def [${name}] to ${to}`);
}

function nullCast(to: string): Error {
  return illegalArgumentError(`cannot cast null to a primitive type [${to}]`);
}

/** A value as a condition. */
export function castToBoolean(value: Value): boolean {
  if (typeof value === "boolean") return value;
  if (value === null) throw nullCast("boolean");
  const name = kindOf(value) ?? classNameOf(value);
  throw castError(`cannot cast def [${name}] to boolean`);
}

/** A value as a text. */
export function castToText(value: Value, explicit: boolean): string | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Boxed && value.kind === "char" && explicit) return textOf(value);
  throw castError(
    `cannot ${explicit ? "explicitly" : "implicitly"} cast def [${kindOf(value) ?? classNameOf(value)}] to java.lang.String`,
  );
}
