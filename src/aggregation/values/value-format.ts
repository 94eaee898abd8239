/**
 * How an aggregation renders its values, as plain data: it travels with the results, because indices may map a field
 * differently and the first that maps it decides (Elasticsearch's `DocValueFormat`).
 */
import { parseDecimal } from "../../compat/body-reader.ts";
import { dateFormat } from "../../compat/dates/date-format.ts";
import { parseDateMath } from "../../compat/dates/date-math.ts";
import { formatDecimal } from "../../compat/decimal-format.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { formatIpAddress, parseIpAddress } from "../../compat/ip-address.ts";
import { binaryText, bytesOfText } from "../../core/binary-text.ts";
import { decodeVersion, encodeVersion } from "../../compat/version-order.ts";
import { timeZone } from "../../compat/time-zone.ts";

/** Instants are milliseconds, booleans 0 and 1. */
export type ValueFormat =
  | { readonly type: "raw" }
  | { readonly type: "boolean" }
  | { readonly type: "ip" }
  | { readonly type: "version" }
  /** Bytes, rendered as base64. */
  | { readonly type: "base64" }
  /** As that, in letters that stand in URLs. */
  | { readonly type: "base64url" }
  /** Sort keys of texts, rendered unchanged. */
  | { readonly type: "collate" }
  | { readonly type: "decimal"; readonly pattern: string }
  | { readonly type: "date"; readonly pattern: string; readonly zone: string | undefined };

/** Numbers as JSON has them, terms as text. */
export const RAW: ValueFormat = { type: "raw" };

/** The text of a number for `key_as_string` and the like; undefined where there is none. */
export function numberText(format: ValueFormat, value: number | bigint): string | undefined {
  switch (format.type) {
    case "decimal":
      return formatDecimal(value, format.pattern);
    case "date":
      return dateFormat(format.pattern).print(
        Math.trunc(Number(value)) || 0, // no number is 0 as a long of Java
        0,
        format.zone === undefined ? undefined : timeZone(format.zone),
      );
    case "boolean":
      return String(Number(value) !== 0);
    default:
      return undefined;
  }
}

/** As `numberText`, but with booleans as such, as in some places of Elasticsearch's responses. */
export function shownNumber(format: ValueFormat, value: number): string | boolean | undefined {
  return format.type === "boolean" ? value !== 0 : numberText(format, value);
}

/** The text of a term. */
export function termText(format: ValueFormat, bytes: Uint8Array): string {
  if (format.type === "version") return decodeVersion(bytes);
  if (format.type === "base64" || format.type === "base64url")
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(format.type);
  if (format.type === "collate") return binaryText(bytes);
  return format.type === "ip"
    ? formatIpAddress(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}

/** The term for a text in a request. Throws 400 for an invalid address. */
export function termBytes(format: ValueFormat, text: string): Uint8Array {
  if (format.type === "version") return encodeVersion(text);
  if (format.type === "base64" || format.type === "base64url") return Buffer.from(text, format.type);
  if (format.type === "collate") return bytesOfText(text);
  return format.type === "ip" ? parseIpAddress(text) : Buffer.from(text);
}

/** The number for a text in a request. Throws Elasticsearch's errors. */
export function parseNumber(format: ValueFormat, text: string, nowMs: number): number {
  if (format.type === "boolean") return parseBoolean(text);
  if (format.type !== "date") return parseDecimal(text);
  const zone = format.zone === undefined ? undefined : timeZone(format.zone);
  return parseDateMath(text, dateFormat(format.pattern), { nowMs, roundUp: false, zone }).ms;
}

const LONG_TEXT = /^[+-]?\d+$/;
const LEAST_LONG = -(2n ** 63n);
const GREATEST_LONG = 2n ** 63n - 1n;

/** As `parseNumber` for integers, exact beyond 2^53; fractions are rounded down (`DocValueFormat.RAW.parseLong`). */
export function parseLong(format: ValueFormat, text: string, nowMs: number): number | bigint {
  if (LONG_TEXT.test(text) && format.type !== "date" && format.type !== "boolean") {
    const exact = BigInt(text);
    if (exact >= LEAST_LONG && exact <= GREATEST_LONG) return narrowed(exact);
  }
  return Math.floor(parseNumber(format, text, nowMs));
}

/** A whole number as a double where that is exact. */
export function narrowed(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

function parseBoolean(text: string): number {
  if (text !== "true" && text !== "false")
    throw illegalArgument(`Cannot parse boolean [${text}], expected either [true] or [false]`);
  return text === "true" ? 1 : 0;
}
