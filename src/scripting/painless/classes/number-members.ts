/** What the boxes of numbers have beside their values: sizes, bits, and how they are written in programs. */
import { put, putAll } from "../../../core/names.ts";
import { numberFormatError } from "../runtime/java-error.ts";
import { type Long, longOf } from "../runtime/longs.ts";
import { boxed, type NumberKind } from "../runtime/numbers.ts";
import { parseLong } from "../runtime/parse-number.ts";
import { boxFloat, hashOf } from "../runtime/values.ts";
import type { Implementation } from "./class-definition.ts";

const BITS = { byte: 8, char: 16, short: 16, int: 32, float: 32, long: 64, double: 64 };

/** `BYTES` and `SIZE`. */
export function sizesOf(type: keyof typeof BITS): Readonly<Record<string, number>> {
  const bits = BITS[type];
  return { "int BYTES": bits / 8, "int SIZE": bits };
}

/** `0x1f`, `#1f`, `017`, `-15` of a text. */
function decoded(text: string, type: string, min: Long, max: Long): Long {
  if (text === "") throw numberFormatError("Zero length string");
  const [, sign = "", mark = "", digits = ""] = /^([+-]?)(0[xX]|#|0(?=.))?(.*)$/s.exec(text) ?? [];
  const radix = mark === "" ? 10 : mark === "0" ? 8 : 16;
  if (/^[+-]/.test(digits)) throw numberFormatError("Sign character in wrong position");
  if (type !== "byte" && type !== "short") return parseLong(sign.replace("+", "") + digits, radix, min, max);
  const value = parseLong(sign.replace("+", "") + digits, radix, -2_147_483_648, 2_147_483_647);
  if (value < min || value > max) throw numberFormatError(`Value ${value} out of range from input ${text}`);
  return value;
}

/** A number that may be beyond what a long holds. */
function unsignedValue(text: string | null, radix: number): bigint {
  const digits = text?.replace(/^\+/, "");
  if (digits === undefined || !/^[0-9a-zA-Z]{1,64}$/.test(digits)) return BigInt(parseLong(text, radix, 0, 0));
  let value = 0n;
  for (const digit of digits) value = value * BigInt(radix) + BigInt(parseLong(digit, radix, 0, 36));
  return value;
}

function unsigned(text: string | null, radix: number, type: "int" | "long"): Long {
  if (text?.startsWith("-")) throw numberFormatError(`Illegal leading minus sign on unsigned string ${text}.`);
  const bits = BITS[type];
  const value = unsignedValue(text, radix);
  if (value < 1n << BigInt(bits)) return longOf(BigInt.asIntN(bits, value));
  throw numberFormatError(`String value ${text} exceeds range of unsigned ${type}.`);
}

/** Of `Byte`, `Short`, `Integer` and `Long`. */
export function wholeMembers(type: "byte" | "short" | "int" | "long", short: string, min: Long, max: Long) {
  const members: Record<string, Implementation> = {
    [`static ${short} decode(String)`]: (text: string) => boxed(type, decoded(text, type, min, max)),
    [`static ${short} valueOf(String,int)`]: (text: string | null, radix: number) =>
      boxed(type, parseLong(text, radix, min, max)),
  };
  const bits = BITS[type];
  if (bits < 64)
    put(members, `static long toUnsignedLong(${type})`, (value: number) => Number(BigInt.asUintN(bits, BigInt(value))));
  if (type === "byte" || type === "short") {
    put(members, `static int toUnsignedInt(${type})`, (value: number) => value & (2 ** bits - 1));
    if (type === "short")
      put(
        members,
        "static short reverseBytes(short)",
        (value: number) => (((value << 8) | ((value >> 8) & 255)) << 16) >> 16,
      );
    return members;
  }
  const name = type === "int" ? "Int" : "Long";
  putAll(members, {
    [`static ${type} parseUnsigned${name}(String)`]: (text: string | null) => unsigned(text, 10, type),
    [`static ${type} parseUnsigned${name}(String,int)`]: (text: string | null, radix: number) =>
      unsigned(text, radix, type),
  });
  if (type === "long")
    put(members, "static long sum(long,long)", (one: Long, other: Long) => longOf(BigInt(one) + BigInt(other)));
  return members;
}

const bytes = new DataView(new ArrayBuffer(8));

export function bitsOfDouble(value: number): Long {
  bytes.setFloat64(0, value);
  return Number.isNaN(value) ? 0x7ff8000000000000n : longOf(bytes.getBigInt64(0));
}

export function doubleOfBits(bits: Long): number {
  bytes.setBigInt64(0, BigInt(bits));
  return bytes.getFloat64(0);
}

function bitsOfFloat(value: number): number {
  bytes.setFloat32(0, value);
  return Number.isNaN(value) ? 0x7fc00000 : bytes.getInt32(0);
}

function floatOfBits(bits: number): number {
  bytes.setInt32(0, bits);
  return bytes.getFloat32(0);
}

/** `0x1.8p0`. */
function hexText(value: number, isFloat: boolean): string {
  const size = Math.abs(value);
  if (Number.isNaN(value)) return "NaN";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (size === Infinity) return `${sign}Infinity`;
  const least = isFloat ? -126 : -1022;
  const bits = isFloat ? BigInt(bitsOfFloat(size)) : BigInt(bitsOfDouble(size));
  const fraction = isFloat ? (bits & 0x7fffffn) << 1n : bits & 0xfffffffffffffn;
  const digits =
    fraction
      .toString(16)
      .padStart(isFloat ? 6 : 13, "0")
      .replace(/0+$/, "") || "0";
  if (size === 0) return `${sign}0x0.0p0`;
  const exponent = Number(bits >> (isFloat ? 23n : 52n));
  return exponent === 0 ? `${sign}0x0.${digits}p${least}` : `${sign}0x1.${digits}p${exponent - 1 + least}`;
}

/** Of `Float` and `Double`. */
export function fractionMembers(type: NumberKind): Readonly<Record<string, Implementation>> {
  const isFloat = type === "float";
  const round = isFloat ? Math.fround : Number;
  return {
    [`static ${type} sum(${type},${type})`]: (one: number, other: number) => round(one + other),
    [`static int hashCode(${type})`]: (value: number) => hashOf(isFloat ? boxFloat(value) : value),
    [`static String toHexString(${type})`]: (value: number) => hexText(value, isFloat),
    ...(isFloat
      ? {
          "static int floatToIntBits(float)": bitsOfFloat,
          "static int floatToRawIntBits(float)": bitsOfFloat,
          "static float intBitsToFloat(int)": floatOfBits,
        }
      : {
          "static long doubleToLongBits(double)": bitsOfDouble,
          "static long doubleToRawLongBits(double)": bitsOfDouble,
          "static double longBitsToDouble(long)": doubleOfBits,
        }),
  };
}

/** The next double above. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Infinity) return value;
  if (value === 0) return Number.MIN_VALUE;
  const bits = BigInt(bitsOfDouble(value));
  return doubleOfBits(bits + (value > 0 ? 1n : -1n));
}

/** `Math.nextUp` and its like. */
export const neighbours: Readonly<Record<string, Implementation>> = {
  "static double nextUp(double)": nextUp,
  "static double nextDown(double)": (value: number) => -nextUp(-value),
  "static double nextAfter(double,double)": (from: number, to: number) => {
    if (Number.isNaN(from) || Number.isNaN(to)) return Number.NaN;
    if (from === to) return to;
    return to > from ? nextUp(from) : -nextUp(-from);
  },
  "static double scalb(double,int)": (value: number, by: number) => {
    // In steps, since a power of two alone may be no double.
    const power = Math.max(-2200, Math.min(2200, by));
    const third = Math.trunc(power / 3);
    return value * 2 ** third * 2 ** third * 2 ** (power - 2 * third);
  },
};
