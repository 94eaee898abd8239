/**
 * Arithmetic of longs, exact and with Java's overflow. A long is a number while doubles are exact, and a bigint beyond:
 * that is seldom, so that most of it costs an addition and two comparisons.
 */
import { arithmeticError } from "./java-error.ts";

export type Long = number | bigint;

const LIMIT = Number.MAX_SAFE_INTEGER;

/** The long of a bigint, cut to 64 bits. */
export function longOf(value: bigint): Long {
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  const cut = BigInt.asIntN(64, value);
  return cut >= -9007199254740991n && cut <= 9007199254740991n ? Number(cut) : cut;
}

export function addLongs(one: Long, other: Long): Long {
  if (typeof one === "number" && typeof other === "number") {
    const sum = one + other;
    if (sum >= -LIMIT && sum <= LIMIT) return sum;
  }
  return longOf(BigInt(one) + BigInt(other));
}

export function subtractLongs(one: Long, other: Long): Long {
  if (typeof one === "number" && typeof other === "number") {
    const difference = one - other;
    if (difference >= -LIMIT && difference <= LIMIT) return difference;
  }
  return longOf(BigInt(one) - BigInt(other));
}

export function multiplyLongs(one: Long, other: Long): Long {
  if (typeof one === "number" && typeof other === "number") {
    const product = one * other;
    // `+ 0`: there is no negative zero.
    if (product >= -LIMIT && product <= LIMIT) return product + 0;
  }
  return longOf(BigInt(one) * BigInt(other));
}

export function divideLongs(one: Long, other: Long): Long {
  if (other === 0) throw arithmeticError("/ by zero");
  if (typeof one === "number" && typeof other === "number") return Math.trunc(one / other) + 0;
  return longOf(BigInt(one) / BigInt(other));
}

export function remainderOfLongs(one: Long, other: Long): Long {
  if (other === 0) throw arithmeticError("/ by zero");
  if (typeof one === "number" && typeof other === "number") return (one % other) + 0;
  return longOf(BigInt(one) % BigInt(other));
}

export function negateLong(value: Long): Long {
  return typeof value === "number" ? 0 - value : longOf(-value);
}

export function andLongs(one: Long, other: Long): Long {
  return longOf(BigInt(one) & BigInt(other));
}

export function orLongs(one: Long, other: Long): Long {
  return longOf(BigInt(one) | BigInt(other));
}

export function xorLongs(one: Long, other: Long): Long {
  return longOf(BigInt(one) ^ BigInt(other));
}

export function invertLong(value: Long): Long {
  return longOf(~BigInt(value));
}

export function shiftLongLeft(value: Long, by: Long): Long {
  return longOf(BigInt(value) << (BigInt(by) & 63n));
}

export function shiftLongRight(value: Long, by: Long): Long {
  return longOf(BigInt(value) >> (BigInt(by) & 63n));
}

export function shiftLongUnsigned(value: Long, by: Long): Long {
  return longOf(BigInt.asUintN(64, BigInt(value)) >> (BigInt(by) & 63n));
}

export function divideInts(one: number, other: number): number {
  if (other === 0) throw arithmeticError("/ by zero");
  return (one / other) | 0;
}

export function remainderOfInts(one: number, other: number): number {
  if (other === 0) throw arithmeticError("/ by zero");
  return (one % other) | 0;
}

/** `(long) double`: cut, and at most what a long can be. */
export function longOfDouble(value: number): Long {
  const cut = Math.trunc(value) + 0;
  if (cut >= -LIMIT && cut <= LIMIT) return cut;
  if (Number.isNaN(value)) return 0;
  if (value >= 2 ** 63) return 9223372036854775807n;
  return value <= -(2 ** 63) ? -9223372036854775808n : longOf(BigInt(cut));
}

/** `(int) double`. */
export function intOfDouble(value: number): number {
  if (value >= 2147483647) return 2147483647;
  return value <= -2147483648 ? -2147483648 : value | 0;
}

export function intOfLong(value: Long): number {
  if (typeof value === "bigint") return Number(BigInt.asIntN(32, value));
  // Bits beyond 2^32 are cut as in Java, since a safe integer is exact.
  return value | 0;
}
