/** Operators on values whose types are found when the script runs. */
import { castError, nullError } from "./java-error.ts";
import {
  addLongs,
  andLongs,
  divideInts,
  divideLongs,
  intOfLong,
  invertLong,
  type Long,
  multiplyLongs,
  negateLong,
  orLongs,
  remainderOfInts,
  remainderOfLongs,
  shiftLongLeft,
  shiftLongRight,
  shiftLongUnsigned,
  subtractLongs,
  xorLongs,
} from "./longs.ts";
import { boxed, converted, kindOf, type NumberKind, numberFrom } from "./numbers.ts";
import { Boxed, boxInt, boxLong, classNameOf, equal, textOf, type Value } from "./values.ts";
import { countSize } from "./limits.ts";

type Reckon = (one: number, other: number) => number;
type ReckonLongs = (one: Long, other: Long) => Long;

function refused(symbol: string, one: Value, other: Value): Error {
  if (one === null || other === null) return nullError(`Cannot apply [${symbol}] operation to a null value`);
  return castError(`Cannot apply [${symbol}] operation to types [${classNameOf(one)}] and [${classNameOf(other)}].`);
}

/** The type that two numbers are reckoned in. */
function promotedKind(one: NumberKind, other: NumberKind): "int" | "long" | "float" | "double" {
  if (one === "double" || other === "double") return "double";
  if (one === "float" || other === "float") return "float";
  return one === "long" || other === "long" ? "long" : "int";
}

function arithmetic(
  symbol: string,
  forms: { readonly ints: Reckon; readonly longs: ReckonLongs; readonly doubles: Reckon },
): (one: Value, other: Value) => Value {
  const { ints, longs, doubles } = forms;
  return (one, other) => {
    if (typeof one === "number" && typeof other === "number") return doubles(one, other);
    const left = kindOf(one);
    const right = kindOf(other);
    if (left === undefined || right === undefined) throw refused(symbol, one, other);
    const [a, b] = [numberFrom(one), numberFrom(other)];
    switch (promotedKind(left, right)) {
      case "int":
        return boxInt(ints(a as number, b as number));
      case "long":
        return boxLong(longs(a, b));
      case "float":
        return new Boxed("float", Math.fround(doubles(Number(a), Number(b))));
      case "double":
        return doubles(Number(a), Number(b));
    }
  };
}

const addNumbers = arithmetic("+", { ints: (a, b) => (a + b) | 0, longs: addLongs, doubles: (a, b) => a + b });

export function add(one: Value, other: Value): Value {
  if (typeof one === "string" || typeof other === "string") return concatenate(textOf(one), textOf(other));
  return addNumbers(one, other);
}

export function concatenate(one: string, other: string): string {
  const text = one + other;
  if (text.length > 65_536) countSize(text.length);
  return text;
}

export const subtract = arithmetic("-", {
  ints: (a, b) => (a - b) | 0,
  longs: subtractLongs,
  doubles: (a, b) => a - b,
});
export const multiply = arithmetic("*", { ints: Math.imul, longs: multiplyLongs, doubles: (a, b) => a * b });
export const divide = arithmetic("/", { ints: divideInts, longs: divideLongs, doubles: (a, b) => a / b });
export const remainder = arithmetic("%", { ints: remainderOfInts, longs: remainderOfLongs, doubles: (a, b) => a % b });

function bitwise(symbol: string, ints: Reckon, longs: ReckonLongs): (one: Value, other: Value) => Value {
  return (one, other) => {
    if (typeof one === "boolean" && typeof other === "boolean") return ints(Number(one), Number(other)) === 1;
    const left = kindOf(one);
    const right = kindOf(other);
    if (left === undefined || right === undefined) throw refused(symbol, one, other);
    const kind = promotedKind(left, right);
    if (kind === "double" || kind === "float") throw refused(symbol, one, other);
    const [a, b] = [numberFrom(one), numberFrom(other)];
    return kind === "int" ? boxInt(ints(Number(a), Number(b))) : boxLong(longs(a, b));
  };
}

export const and = bitwise("&", (a, b) => a & b, andLongs);
export const or = bitwise("|", (a, b) => a | b, orLongs);
export const xor = bitwise("^", (a, b) => a ^ b, xorLongs);

/** The left side alone says what the result is. */
function shift(symbol: string, ints: Reckon, longs: ReckonLongs): (one: Value, other: Value) => Value {
  return (one, other) => {
    const left = kindOf(one);
    const right = kindOf(other);
    const whole = (kind: NumberKind | undefined): boolean =>
      kind !== undefined && kind !== "double" && kind !== "float";
    if (!whole(left) || !whole(right)) throw refused(symbol, one, other);
    const [a, b] = [numberFrom(one), numberFrom(other)];
    return left === "long" ? boxLong(longs(a, b)) : boxInt(ints(Number(a), intOfLong(b)));
  };
}

export const shiftLeft = shift("<<", (a, b) => a << b, shiftLongLeft);
export const shiftRight = shift(">>", (a, b) => a >> b, shiftLongRight);
export const shiftUnsigned = shift(">>>", (a, b) => (a >>> b) | 0, shiftLongUnsigned);

function comparison(symbol: string, holds: (one: Long, other: Long) => boolean): (one: Value, other: Value) => boolean {
  return (one, other) => {
    if (kindOf(one) === undefined || kindOf(other) === undefined) throw refused(symbol, one, other);
    return holds(numberFrom(one), numberFrom(other));
  };
}

export const less = comparison("<", (a, b) => a < b);
export const lessOrEqual = comparison("<=", (a, b) => a <= b);
export const greater = comparison(">", (a, b) => a > b);
export const greaterOrEqual = comparison(">=", (a, b) => a >= b);

/** `==`: numbers by what they are worth, everything else by `equals`. */
export function sameValue(one: Value, other: Value): boolean {
  const left = kindOf(one);
  const right = kindOf(other);
  if (left === undefined || right === undefined) return equal(one, other);
  const [a, b] = [numberFrom(one), numberFrom(other)];
  if (left === right) return a === b;
  // oxlint-disable-next-line eqeqeq -- numbers and bigints are compared by what they are worth
  return a == b;
}

export function differentValue(one: Value, other: Value): boolean {
  return !sameValue(one, other);
}

export function negate(value: Value): Value {
  const kind = kindOf(value);
  if (kind === undefined) throw refusedOne("-", value);
  const raw = numberFrom(value);
  if (kind === "double") return -Number(raw);
  if (kind === "float") return new Boxed("float", -Number(raw));
  return kind === "long" ? boxLong(negateLong(raw)) : boxInt(-Number(raw) | 0);
}

export function plus(value: Value): Value {
  const kind = kindOf(value);
  if (kind === undefined) throw refusedOne("+", value);
  return kind === "byte" || kind === "short" || kind === "char" ? boxed("int", numberFrom(value)) : value;
}

export function invert(value: Value): Value {
  const kind = kindOf(value);
  if (kind === undefined || kind === "double" || kind === "float") throw refusedOne("~", value);
  const raw = numberFrom(value);
  return kind === "long" ? boxLong(invertLong(raw)) : boxInt(~Number(raw));
}

function refusedOne(symbol: string, value: Value): Error {
  if (value === null) return nullError(`Cannot apply [${symbol}] operation to a null value`);
  return castError(`Cannot apply [${symbol}] operation to type [${classNameOf(value)}]`);
}

/** What `left += …` leaves there: a number of the type that it was. */
export function keptKind(before: Value, after: Value): Value {
  const kind = kindOf(before);
  const made = kindOf(after);
  if (kind === undefined || made === undefined || kind === made) return after;
  return boxed(kind, converted(numberFrom(after), made, kind));
}

/** `value += by`, for `++`: the result keeps the type of the value. */
export function stepped(value: Value, by: number): Value {
  const kind = kindOf(value);
  if (kind === undefined) throw refusedOne(by > 0 ? "++" : "--", value);
  if (kind === "long") return boxLong(addLongs(numberFrom(value), by));
  const raw = Number(numberFrom(value)) + by;
  if (kind === "double") return raw;
  if (kind === "int") return boxInt(raw | 0);
  return boxed(
    kind,
    kind === "float"
      ? Math.fround(raw)
      : kind === "char"
        ? raw & 0xffff
        : kind === "byte"
          ? (raw << 24) >> 24
          : (raw << 16) >> 16,
  );
}
