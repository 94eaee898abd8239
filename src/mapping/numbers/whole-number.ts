/**
 * Whole numbers of a fixed width: the common part of all integer types (Elasticsearch's
 * `NumberFieldMapper.NumberType`).
 */
import { javaText } from "../mapping-error.ts";
import { javaDouble } from "../../core/float32.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { ConvertedRange, RangeBounds } from "../field-type.ts";
import { parseJavaDouble } from "./fraction-type.ts";
import { asciiDigits } from "./java-digits.ts";
import { badToken, badValue, badValueBecause, fractionFormatException, tokenNameOf } from "../value-error.ts";

/** A width of whole numbers. */
export interface WholeNumberKind {
  /** Documented type name. */
  readonly name: string;
  readonly min: bigint;
  readonly max: bigint;
  /** Java's name of the width in which texts and fractions are checked. */
  readonly javaClass: "Integer" | "Short" | "Long";
  /** The type name with its article, for messages. */
  readonly words: string;
}

const INT_MIN = -2147483648n;
const INT_MAX = 2147483647n;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^[+-]?\d+$/;
/** Exponents beyond this are out of any range; they are not expanded. */
const MAX_EXPONENT = 400;

/**
 * A decimal text as its whole part and whether a fraction follows; undefined when it is not a number or beyond all
 * ranges.
 */
export function wholePart(text: string): { whole: bigint; fraction: boolean } | undefined {
  if (WHOLE.test(text)) return { whole: BigInt(text.replace("+", "")), fraction: false };
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match || !DECIMAL.test(text)) return undefined;
  const exponent = Number(match[4] ?? 0);
  const digits = match[2]! + match[3]!;
  const point = match[2]!.length + exponent;
  if (point > MAX_EXPONENT)
    return /^0*$/.test(digits)
      ? { whole: 0n, fraction: false }
      : { whole: match[1] === "-" ? -(10n ** 40n) : 10n ** 40n, fraction: false };
  const wholeDigits = point <= 0 ? "0" : digits.slice(0, point).padEnd(point, "0");
  const fraction = /[1-9]/.test(point <= 0 ? digits : digits.slice(point));
  const whole = BigInt(wholeDigits || "0");
  return { whole: match[1] === "-" ? -whole : whole, fraction };
}

/** A number or bigint as its whole part. */
function wholeOf(value: number | bigint): { whole: bigint; fraction: boolean } {
  if (typeof value === "bigint") return { whole: value, fraction: false };
  const whole = Math.trunc(value);
  return { whole: BigInt(whole), fraction: whole !== value };
}

/** The value in the column: a number if it is exact. */
export function columnNumber(value: bigint): number | bigint {
  return value >= -9007199254740992n && value <= 9007199254740992n ? Number(value) : value;
}

/** A value of a document. Undefined stands for null. Throws ValueError. */
export function parseWholeNumber(
  kind: WholeNumberKind,
  value: Json,
  coerce: boolean,
  rawText: (value: number | bigint) => string,
): number | bigint | undefined {
  if (typeof value === "number" && (value | 0) === value && fitsSmall(kind, value)) return value;
  if (typeof value === "string") return parseText(kind, value, coerce);
  if (typeof value === "boolean")
    throw badToken(
      "json_parse_exception",
      `Current token (${tokenNameOf(value)}) not numeric, can not use numeric value accessors`,
    );
  if (typeof value === "object") {
    if (value === null) return undefined;
    throw badValue("Cannot parse object as number");
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw overflow(kind, rawText(value));
  const { whole, fraction } = wholeOf(value);
  if (kind.javaClass === "Long" ? whole < LONG_MIN || whole > LONG_MAX : value < INT_MIN || value > INT_MAX)
    throw overflow(kind, rawText(value));
  if (kind.javaClass === "Short" && (whole < kind.min || whole > kind.max)) {
    throw badToken("input_coercion_exception", `Numeric value (${rawText(value)}) out of range of Java short`);
  }
  if (fraction && !coerce)
    throw badValue(`${javaDouble(Number(value))} cannot be converted to ${kind.javaClass} without data loss`);
  if (whole < kind.min || whole > kind.max) throw badValue(`Value [${whole}] is out of range for ${kind.words}`);
  return columnNumber(whole);
}

/** Small whole numbers, the usual case, without bigint. */
function fitsSmall(kind: WholeNumberKind, value: number): boolean {
  return kind.javaClass !== "Short" && kind.max >= INT_MAX
    ? true
    : value >= Number(kind.min) && value <= Number(kind.max);
}

function overflow(kind: WholeNumberKind, text: string): Error {
  const range =
    kind.javaClass === "Long" ? "long (-9223372036854775808 - 9223372036854775807)" : "int (-2147483648 - 2147483647)";
  return badToken("input_coercion_exception", `Numeric value (${text}) out of range of ${range}`);
}

function parseText(kind: WholeNumberKind, text: string, coerce: boolean): number | bigint | undefined {
  if (!coerce) throw badValue(`${kind.javaClass} value passed as String`);
  if (text === "") return undefined;
  if (kind.javaClass !== "Long") return parseShortText(kind, text);
  const parsed = wholePart(asciiDigits(text));
  if (!parsed) throw badValue(`For input string: "${text}"`);
  if (parsed.whole < kind.min || parsed.whole > kind.max)
    throw badValue(`Value [${text}] is out of range for ${kind.words}`);
  return columnNumber(parsed.whole);
}

/** Except for longs, texts are parsed as doubles and cast: NaN becomes 0 (`AbstractXContentParser.intValue`). */
function parseShortText(kind: WholeNumberKind, text: string): number {
  const value = parseJavaDouble(text);
  if (value === undefined) throw badValueBecause(fractionFormatException(text.trim()));
  const isShort = kind.javaClass === "Short";
  const [least, most] = isShort ? [kind.min, kind.max] : [INT_MIN, INT_MAX];
  if (value < least || value > most)
    throw badValue(`Value [${text}] is out of range for ${isShort ? kind.words : "an integer"}`);
  const whole = Number.isNaN(value) ? 0 : Math.trunc(value) + 0;
  if (whole < kind.min || whole > kind.max) throw badValue(`Value [${whole}] is out of range for ${kind.words}`);
  return whole;
}

/** A value of a query or parameter: its whole part, and whether a fraction follows. Throws RequestError. */
export function queryNumber(value: Json): { whole: bigint; fraction: boolean } {
  if (typeof value === "number" && !Number.isFinite(value))
    return { whole: value < 0 ? -(10n ** 40n) : 10n ** 40n, fraction: false };
  if (typeof value === "number" || typeof value === "bigint") return wholeOf(value);
  const text = typeof value === "object" ? JSON.stringify(value) : javaText(value).trim();
  const parsed = wholePart(text);
  if (parsed) return parsed;
  throw fractionFormatException(text);
}

/** A parameter's number, which must be whole and in range. */
export function parameterNumber(kind: WholeNumberKind, value: Json): number | bigint {
  const text = javaText(value);
  if (/^[+-]?NaN$/.test(text)) throw illegalArgument(`Value [${text}] has a decimal part`);
  if (/^[+-]?Infinity$/.test(text)) throw illegalArgument(`Value [${text}] is out of range for ${kind.words}`);
  const { whole, fraction } = queryNumber(typeof value === "object" ? text : value);
  if (fraction) throw illegalArgument(`Value [${text}] has a decimal part`);
  if (whole < kind.min || whole > kind.max) throw illegalArgument(`Value [${text}] is out of range for ${kind.words}`);
  return columnNumber(whole);
}

/**
 * Inclusive bounds; fractions are rounded inwards. A bound that overflows the Java type is refused, unless both bounds
 * are equal: that is a term query, which matches nothing.
 */
export function wholeNumberRange(kind: WholeNumberKind, bounds: RangeBounds, shift = 0n): ConvertedRange {
  const { gte, gt, lte, lt } = bounds;
  if (gte !== undefined && gte !== null && gte === lte) return exactly(kind, gte, shift);
  let from = kind.min;
  let to = kind.max;
  const lower = gte ?? gt;
  if (lower !== undefined && lower !== null) {
    const { whole, fraction } = boundNumber(kind, lower);
    if (fraction) from = isNegative(lower, whole) ? whole : whole + 1n;
    else from = lower === gte ? whole : whole + 1n;
  }
  const upper = lte ?? lt;
  if (upper !== undefined && upper !== null) {
    const { whole, fraction } = boundNumber(kind, upper);
    if (fraction) to = isNegative(upper, whole) ? whole - 1n : whole;
    else to = upper === lte ? whole : whole - 1n;
  }
  if (from > to || from > kind.max || to < kind.min) return { unit: "empty" };
  return between(from <= kind.min ? undefined : from + shift, to >= kind.max ? undefined : to + shift);
}

function exactly(kind: WholeNumberKind, value: Json, shift: bigint): ConvertedRange {
  if (typeof value === "boolean" && kind.name === "long") {
    const reason = `Character ${javaText(value)[0]} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`;
    throw new RequestError(400, "number_format_exception", reason);
  }
  const { whole, fraction } = queryNumber(value);
  if (fraction || whole < kind.min || whole > kind.max) return { unit: "empty" };
  return between(whole + shift, whole + shift);
}

function boundNumber(kind: WholeNumberKind, value: Json): { whole: bigint; fraction: boolean } {
  const parsed = queryNumber(value);
  const unsigned = kind.name === "unsigned_long";
  const long = kind.javaClass === "Long";
  if (unsigned || (parsed.whole >= (long ? LONG_MIN : INT_MIN) && parsed.whole <= (long ? LONG_MAX : INT_MAX)))
    return parsed;
  const text =
    typeof value === "number" && (Math.abs(value) >= 2 ** 63 || !Number.isInteger(value))
      ? javaDouble(value)
      : javaText(value);
  throw illegalArgument(`Value [${text}] is out of range for ${long ? kind.words : "an integer"}`);
}

function between(from: bigint | undefined, to: bigint | undefined): ConvertedRange {
  const first = from === undefined ? undefined : columnNumber(from);
  const last = to === undefined ? undefined : columnNumber(to);
  if (typeof first === "bigint" || typeof last === "bigint") return { unit: "bigint", from, to };
  return { unit: "number", from: first, to: last };
}

function isNegative(value: Json, whole: bigint): boolean {
  return whole < 0n || (whole === 0n && javaText(value).trim().startsWith("-"));
}
