/** Features: positive floats for scoring. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaFloat } from "../../core/float32.ts";
import type { Json } from "../../core/json.ts";
import { parseJavaDouble } from "../numbers/fraction-type.ts";
import { badToken, badValueBecause, fractionFormatException, tokenNameOf, ValueError } from "../value-error.ts";

/** The least normal float (Java's Float.MIN_NORMAL). */
const LEAST = 2 ** -126;
/** Bytes of a value in a term. */
export const FEATURE_BYTES = 4;

/** How a value is named in messages. */
export interface FeaturePlace {
  readonly feature: string;
  readonly field: string;
}

/** A value of a document as a float. Throws ValueError. */
export function featureValue(value: Json, place: FeaturePlace): number {
  const number = Math.fround(numberOf(value));
  if (Number.isFinite(number) && number >= LEAST) return number;
  const error = new ValueError(illegalArgument(refusal(number, place)));
  if (typeof value === "number")
    error.previewText = Number.isFinite(number) && number === value ? undefined : javaFloat(number);
  throw error;
}

function refusal(number: number, { feature, field }: FeaturePlace): string {
  const where = `for feature ${feature} on field ${field}`;
  if (!Number.isFinite(number)) return `featureValue must be finite, got: ${javaFloat(number)} ${where}`;
  return `featureValue must be a positive normal float, got: ${javaFloat(number)} ${where} which is less than the minimum positive normal float: 1.17549435E-38`;
}

function numberOf(value: Json): number {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  if (typeof value !== "string") {
    throw badToken(
      "json_parse_exception",
      `Current token (${tokenNameOf(value)}) not numeric, can not use numeric value accessors`,
    );
  }
  const parsed = parseJavaDouble(value);
  if (parsed === undefined) throw badValueBecause(fractionFormatException(value));
  return parsed;
}

/** Writes a value after the name of its feature, in bytes that sort like the values. */
export function writeFeature(value: number, into: Uint8Array, at: number): void {
  new DataView(into.buffer, into.byteOffset).setFloat32(at, value);
}

/** The value at the end of a term. */
export function readFeature(term: Uint8Array): number {
  return new DataView(term.buffer, term.byteOffset, term.byteLength).getFloat32(term.length - FEATURE_BYTES);
}
