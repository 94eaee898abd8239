/** java.lang: numbers, characters, `Object`, `Math`. */
import { bitMembers } from "./bit-members.ts";
import { characterConstants, characterMembers } from "./character-members.ts";
import { fractionMembers, neighbours, sizesOf, wholeMembers } from "./number-members.ts";
import { putAll } from "../../../core/names.ts";
import { boxed, charOfText, type NumberKind, numberFrom } from "../runtime/numbers.ts";
import type { Long } from "../runtime/longs.ts";
import { systemClock } from "../../../core/clock.ts";
import { compareValues } from "../runtime/compare.ts";
import { boxChar, boxInt, equal, hashOf, textOf, type Value } from "../runtime/values.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";
import { illegalArgumentError } from "../runtime/java-error.ts";
import { parseDouble, parseLong } from "../runtime/parse-number.ts";
import { intOfDouble, intOfLong, longOfDouble } from "../runtime/longs.ts";

const NUMBER = "java.lang.Number";
const COMPARABLE = "java.lang.Comparable";

const object: ClassDefinition = {
  name: "java.lang.Object",
  members: {
    "new()": () => null,
    "String toString()": textOf,
    "int hashCode()": hashOf,
    "boolean equals(Object)": equal,
  },
};

const number: ClassDefinition = {
  name: NUMBER,
  members: {
    "int intValue()": (self: Value) => intFrom(self),
    "long longValue()": (self: Value) => longFrom(self),
    "double doubleValue()": (self: Value) => Number(numberFrom(self)),
    "float floatValue()": (self: Value) => Math.fround(Number(numberFrom(self))),
    "short shortValue()": (self: Value) => (intFrom(self) << 16) >> 16,
    "byte byteValue()": (self: Value) => (intFrom(self) << 24) >> 24,
  },
};

function longFrom(value: Value): Long {
  const raw = numberFrom(value);
  return typeof raw === "bigint" || Number.isSafeInteger(raw) ? raw : longOfDouble(raw);
}

function intFrom(value: Value): number {
  return typeof value === "number" ? intOfDouble(value) : intOfLong(longFrom(value));
}

/** Members of the boxes of whole numbers. */
function whole(type: "byte" | "short" | "int" | "long", name: string, min: Long, max: Long): ClassDefinition {
  const parse = (text: string, radix = 10): Long => parseLong(text, radix, min, max);
  const short = name.slice("java.lang.".length);
  const bits = type === "long" ? 64 : 32;
  const members: Record<string, Implementation> = {
    [`static ${type} parse${short === "Integer" ? "Int" : short}(String)`]: (text: string) => parse(text),
    [`static ${type} parse${short === "Integer" ? "Int" : short}(String,int)`]: parse,
    [`static ${short} valueOf(${type})`]: (value: Long) => boxed(type, value),
    [`static int compare(${type},${type})`]: (one: Long, other: Long) => (one < other ? -1 : one > other ? 1 : 0),
    [`static int hashCode(${type})`]: (value: Long) => hashOf(boxInt(intOfLong(value))),
    [`static String toString(${type})`]: String,
    [`int compareTo(${short})`]: compareValues,
    ...wholeMembers(type, short, min, max),
  };
  if (type === "int" || type === "long") {
    putAll(members, {
      [`static String toString(${type},int)`]: (value: Long, radix: number) => value.toString(radix),
      [`static String toHexString(${type})`]: (value: Long) => BigInt.asUintN(bits, BigInt(value)).toString(16),
      [`static String toBinaryString(${type})`]: (value: Long) => BigInt.asUintN(bits, BigInt(value)).toString(2),
      [`static String toOctalString(${type})`]: (value: Long) => BigInt.asUintN(bits, BigInt(value)).toString(8),
      [`static int bitCount(${type})`]: (value: Long) =>
        BigInt.asUintN(bits, BigInt(value)).toString(2).replaceAll("0", "").length,
      [`static ${type} max(${type},${type})`]: (one: Long, other: Long) => (one < other ? other : one),
      [`static ${type} min(${type},${type})`]: (one: Long, other: Long) => (one < other ? one : other),
      [`static int signum(${type})`]: (value: Long) => (value < 0 ? -1 : value > 0 ? 1 : 0),
    });
    putAll(members, bitMembers(type, bits));
  }
  return {
    name,
    supers: [NUMBER, COMPARABLE],
    members,
    constants: { [`${type} MIN_VALUE`]: min, [`${type} MAX_VALUE`]: max, ...sizesOf(type) },
  };
}

function fraction(type: NumberKind, name: string, constants: Record<string, number>): ClassDefinition {
  const short = name.slice("java.lang.".length);
  const round = type === "float" ? Math.fround : Number;
  return {
    name,
    supers: [NUMBER, COMPARABLE],
    members: {
      [`static ${type} parse${short}(String)`]: (text: string) => round(parseDouble(text)),
      [`static ${short} valueOf(${type})`]: (value: number) => boxed(type, value),
      [`static int compare(${type},${type})`]: (one: number, other: number) => compareValues(one, other),
      [`static boolean isNaN(${type})`]: Number.isNaN,
      [`static boolean isInfinite(${type})`]: (value: number) => Math.abs(value) === Infinity,
      [`static boolean isFinite(${type})`]: Number.isFinite,
      [`static String toString(${type})`]: (value: number) => textOf(value),
      [`static ${type} max(${type},${type})`]: Math.max,
      [`static ${type} min(${type},${type})`]: Math.min,
      "boolean isNaN()": (self: Value) => Number.isNaN(numberFrom(self)),
      "boolean isInfinite()": (self: Value) => Math.abs(Number(numberFrom(self))) === Infinity,
      [`int compareTo(${short})`]: compareValues,
      ...fractionMembers(type),
    },
    constants: {
      ...Object.fromEntries(Object.entries(constants).map(([key, value]) => [`${type} ${key}`, value])),
      ...sizesOf(type),
      "int MAX_EXPONENT": type === "float" ? 127 : 1023,
      "int MIN_EXPONENT": type === "float" ? -126 : -1022,
      [`${type} MIN_NORMAL`]: 2 ** (type === "float" ? -126 : -1022),
    },
  };
}

const boolean: ClassDefinition = {
  name: "java.lang.Boolean",
  supers: [COMPARABLE],
  members: {
    "static boolean parseBoolean(String)": (text: string | null) => text?.toLowerCase() === "true",
    "static Boolean valueOf(boolean)": (value: boolean) => value,
    "static int hashCode(boolean)": (value: boolean) => hashOf(value),
    "static int compare(boolean,boolean)": (one: boolean, other: boolean) => Number(one) - Number(other),
    "static String toString(boolean)": String,
    "static boolean logicalAnd(boolean,boolean)": (one: boolean, other: boolean) => one && other,
    "static boolean logicalOr(boolean,boolean)": (one: boolean, other: boolean) => one || other,
    "static boolean logicalXor(boolean,boolean)": (one: boolean, other: boolean) => one !== other,
    "boolean booleanValue()": (self: boolean) => self,
    "int compareTo(Boolean)": compareValues,
  },
  constants: { "Boolean TRUE": true, "Boolean FALSE": false },
};

const of = (unit: number): string => String.fromCharCode(unit);

const character: ClassDefinition = {
  name: "java.lang.Character",
  supers: [COMPARABLE],
  members: {
    "char charValue()": (self: Value) => charOfText(textOf(self)),
    "int compareTo(Character)": compareValues,
    "static Character valueOf(char)": boxChar,
    "static int compare(char,char)": (one: number, other: number) => one - other,
    "static boolean isDigit(int)": (point: number) => /^\p{Nd}$/u.test(String.fromCodePoint(point)),
    "static boolean isLetter(int)": (point: number) => /^\p{L}$/u.test(String.fromCodePoint(point)),
    "static boolean isLetterOrDigit(int)": (point: number) => /^[\p{L}\p{Nd}]$/u.test(String.fromCodePoint(point)),
    "static boolean isAlphabetic(int)": (point: number) => /^\p{Alphabetic}$/u.test(String.fromCodePoint(point)),
    "static boolean isUpperCase(int)": (point: number) => /^\p{Uppercase}$/u.test(String.fromCodePoint(point)),
    "static boolean isLowerCase(int)": (point: number) => /^\p{Lowercase}$/u.test(String.fromCodePoint(point)),
    "static boolean isWhitespace(int)": (point: number) =>
      (point >= 9 && point <= 13) ||
      (point >= 28 && point <= 31) ||
      (/^\p{Z}$/u.test(String.fromCodePoint(point)) && ![0xa0, 0x2007, 0x202f].includes(point)),
    "static char toUpperCase(char)": (unit: number) => charOfText(of(unit).toUpperCase().slice(0, 1)),
    "static char toLowerCase(char)": (unit: number) => charOfText(of(unit).toLowerCase().slice(0, 1)),
    "static String toString(char)": of,
    "static int getNumericValue(int)": (point: number) => {
      const digit = Number.parseInt(String.fromCodePoint(point), 36);
      return Number.isNaN(digit) ? -1 : digit;
    },
    "static int digit(int,int)": (point: number, radix: number) => {
      const digit = Number.parseInt(String.fromCodePoint(point), radix);
      return Number.isNaN(digit) ? -1 : digit;
    },
    "static char toTitleCase(char)": (unit: number) => charOfText(of(unit).toUpperCase().slice(0, 1)),
    ...characterMembers,
  },
  constants: { "char MIN_VALUE": 0, "char MAX_VALUE": 0xffff, ...characterConstants },
};

const numberOf = (f: (...values: number[]) => number): Implementation => f;

function exact(run: (one: number, other: number) => number): Implementation {
  return (one: number, other: number) => run(one, other);
}

const math: ClassDefinition = {
  name: "java.lang.Math",
  members: {
    ...Object.fromEntries(
      "abs acos asin atan cbrt ceil cos cosh exp expm1 floor log log10 log1p sin sinh sqrt tan tanh"
        .split(" ")
        .map((name) => [`static double ${name}(double)`, numberOf(Math[name as "abs"])]),
    ),
    "static double atan2(double,double)": exact(Math.atan2),
    "static double hypot(double,double)": exact(Math.hypot),
    "static double max(double,double)": exact(Math.max),
    "static double min(double,double)": exact(Math.min),
    "static double pow(double,double)": exact(powerOf),
    "static double random()": Math.random,
    "static double rint(double)": halfEven,
    "static long round(double)": (value: number) => longOfDouble(Math.floor(value + 0.5)),
    "static double signum(double)": Math.sign,
    "static double toDegrees(double)": (value: number) => value * 57.29577951308232,
    "static double toRadians(double)": (value: number) => value * 0.017453292519943295,
    "static double copySign(double,double)": (size: number, sign: number) =>
      sign < 0 || Object.is(sign, -0) ? -Math.abs(size) : Math.abs(size),
    "static double IEEEremainder(double,double)": (one: number, other: number) => one - other * halfEven(one / other),
    "static double ulp(double)": (value: number) => {
      const size = Math.abs(value);
      return size === 0 ? Number.MIN_VALUE : 2 ** Math.max(Math.floor(Math.log2(size)) - 52, -1074);
    },
    "static int floorDiv(int,int)": (one: number, other: number) => {
      if (other === 0) throw illegalArgumentError("/ by zero");
      return Math.floor(one / other) | 0;
    },
    "static int floorMod(int,int)": (one: number, other: number) => {
      if (other === 0) throw illegalArgumentError("/ by zero");
      return (((one % other) + other) % other) | 0;
    },
    ...neighbours,
  },
  constants: { "double PI": Math.PI, "double E": Math.E },
};

/** Java's differs from JavaScript's where the base is one: NaN and infinities as exponents. */
function powerOf(base: number, exponent: number): number {
  return base ** exponent;
}

function halfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

export const langClasses: readonly ClassDefinition[] = [
  object,
  number,
  { name: COMPARABLE, members: { "int compareTo(def)": compareValues } },
  boolean,
  whole("byte", "java.lang.Byte", -128, 127),
  whole("short", "java.lang.Short", -32_768, 32_767),
  whole("int", "java.lang.Integer", -2_147_483_648, 2_147_483_647),
  whole("long", "java.lang.Long", -9223372036854775808n, 9223372036854775807n),
  fraction("float", "java.lang.Float", {
    MIN_VALUE: 2 ** -149,
    MAX_VALUE: (2 - 2 ** -23) * 2 ** 127,
    NaN: Number.NaN,
    POSITIVE_INFINITY: Infinity,
    NEGATIVE_INFINITY: -Infinity,
  }),
  fraction("double", "java.lang.Double", {
    MIN_VALUE: Number.MIN_VALUE,
    MAX_VALUE: Number.MAX_VALUE,
    NaN: Number.NaN,
    POSITIVE_INFINITY: Infinity,
    NEGATIVE_INFINITY: -Infinity,
  }),
  character,
  math,
  { ...math, name: "java.lang.StrictMath" },
  {
    name: "java.lang.System",
    members: {
      "static void arraycopy(Object,int,Object,int,int)": () => null,
      "static long currentTimeMillis()": () => systemClock.now(),
      "static long nanoTime()": () => longOfDouble(systemClock.now() * 1e6),
    },
  },
];
