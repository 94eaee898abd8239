/**
 * Values of scripts as objects of Java, in JavaScript: `null`, booleans and strings are themselves, a number is a
 * `Double`, all other numbers are `Boxed`, and whatever has methods is a `JavaObject`. Nothing else ever gets into a
 * script, so that no object of the host does.
 */
import type { Json } from "../../../core/json.ts";
import { javaDouble, javaFloat } from "../../../core/float32.ts";

/** Kinds of numbers that are not doubles. */
export type BoxedKind = "byte" | "short" | "char" | "int" | "long" | "float";

/** A number with its type. Longs beyond 2^53 are bigints, and only those. */
export class Boxed {
  readonly kind: BoxedKind;
  readonly value: number | bigint;

  constructor(kind: BoxedKind, value: number | bigint) {
    this.kind = kind;
    this.value = value;
  }
}

/** An object with a class of the allow-list. */
export abstract class JavaObject {
  /** Name of its class. */
  abstract readonly java: string;

  equals(other: Value): boolean {
    if (this === other) return true;
    const own = this.sameAs();
    return own !== undefined && other instanceof JavaObject && other.java === this.java && other.sameAs() === own;
  }

  /** What is the same text for equal objects of the class; undefined: each equals itself only. */
  sameAs(): string | undefined {
    return undefined;
  }

  /** `hashCode`. */
  hash(): number {
    return hashOfText(this.sameAs() ?? this.java);
  }

  /** `toString`. */
  text(): string {
    return `${this.java}@1`;
  }

  /** What answers show of it. */
  json(): Json {
    return this.text();
  }
}

export type Value = null | boolean | string | number | Boxed | JavaObject;

const SMALL_FROM = -128;
const SMALL_TO = 1023;
const smallInts = Array.from({ length: SMALL_TO - SMALL_FROM + 1 }, (_, i) => new Boxed("int", i + SMALL_FROM));

export function boxInt(value: number): Boxed {
  return value >= SMALL_FROM && value <= SMALL_TO ? smallInts[value - SMALL_FROM]! : new Boxed("int", value);
}

export function boxLong(value: number | bigint): Boxed {
  return new Boxed("long", value);
}

export function boxFloat(value: number): Boxed {
  return new Boxed("float", value);
}

export function boxChar(value: number): Boxed {
  return new Boxed("char", value);
}

const CLASS_OF_KIND: Readonly<Record<BoxedKind, string>> = {
  byte: "java.lang.Byte",
  short: "java.lang.Short",
  char: "java.lang.Character",
  int: "java.lang.Integer",
  long: "java.lang.Long",
  float: "java.lang.Float",
};

/** The name of a value's class. */
export function classNameOf(value: Exclude<Value, null>): string {
  if (typeof value === "string") return "java.lang.String";
  if (typeof value === "number") return "java.lang.Double";
  if (typeof value === "boolean") return "java.lang.Boolean";
  return value instanceof Boxed ? CLASS_OF_KIND[value.kind] : value.java;
}

/** `String.valueOf`. */
export function textOf(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return javaDouble(value);
  if (value instanceof Boxed) {
    if (value.kind === "char") return String.fromCharCode(Number(value.value));
    return value.kind === "float" ? javaFloat(Number(value.value)) : String(value.value);
  }
  return value instanceof JavaObject ? value.text() : String(value);
}

/** `Objects.equals`. */
export function equal(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one instanceof Boxed)
    return other instanceof Boxed && one.kind === other.kind && Object.is(one.value, other.value);
  if (one instanceof JavaObject) return one.equals(other);
  return typeof one === "number" && typeof other === "number" && Number.isNaN(one) && Number.isNaN(other);
}

const doubles = new DataView(new ArrayBuffer(8));

/** `Objects.hashCode`. */
export function hashOf(value: Value): number {
  if (value === null) return 0;
  if (typeof value === "string") return hashOfText(value);
  if (typeof value === "boolean") return value ? 1231 : 1237;
  if (typeof value === "number") {
    doubles.setFloat64(0, Number.isNaN(value) ? Number.NaN : value);
    return doubles.getInt32(0) ^ doubles.getInt32(4);
  }
  if (value instanceof JavaObject) return value.hash();
  if (value.kind === "long") {
    const long = BigInt(value.value);
    return Number(BigInt.asIntN(32, long ^ (long >> 32n)));
  }
  if (value.kind === "float") {
    doubles.setFloat32(0, Number(value.value));
    return doubles.getInt32(0);
  }
  return Number(value.value);
}

export function hashOfText(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}
