/** The common part of keyword types: converting values to text and bytes, and length limits. */
import { MAX_TERM_BYTES } from "../compat/term-limit.ts";
import { illegalArgument } from "../compat/errors.ts";
import { javaDouble } from "../core/float32.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { FieldTypeContext, ValueContext } from "./field-type.ts";
import { type Parameter, readInteger } from "./parameter.ts";
import { badValue, tokenNameOf } from "./value-error.ts";

const HALF_PAIR = /\p{Cs}/u;
const HALF_PAIRS = /\p{Cs}/gu;

/** No `ignore_above`. */
export const NO_LIMIT = 0x7fffffff;

/** `ignore_above`: longer texts (in UTF-16 units) are ignored. Without it the index setting applies. */
export const ignoreAboveParameter: Parameter = {
  name: "ignore_above",
  fallback: null,
  updateable: true,
  read(value, context) {
    const limit = readInteger(value);
    if (limit < 0) throw illegalArgument(`[ignore_above] must be positive, got [${limit}]`);
    return limit === indexWideLimit(context) ? null : limit;
  },
};

/** The limit of a field. */
export function ignoreAboveOf(values: Readonly<Record<string, Json>>, context: FieldTypeContext): number {
  return (values["ignore_above"] as number | null) ?? indexWideLimit(context);
}

function indexWideLimit(context: FieldTypeContext): number {
  const setting = context.setting("index.mapping.ignore_above");
  return setting === undefined || setting === null ? NO_LIMIT : Number(setting);
}

/** A value of a document as text; null stays null. Throws ValueError for arrays and objects. */
export function textOf(value: Json, target: Pick<ValueContext, "numberText">): string | null {
  if (typeof value === "string" || value === null) return value;
  if (typeof value === "number" || typeof value === "bigint") return target.numberText(value);
  if (typeof value === "boolean") return String(value);
  throw expectedText(value);
}

/**
 * A parsed source value as Elasticsearch's text: whole numbers beyond 2^53 that are not BigInts were written with an
 * exponent.
 */
export function sourceText(value: Exclude<Json, JsonObject | readonly Json[]>): string {
  return typeof value === "number" && !Number.isSafeInteger(value) ? javaDouble(value) : String(value);
}

/** An object where a text belongs; the document parser adds the place. */
export function expectedText(value: Json): Error {
  return badValue(`Expected text at %LINE%:%COLUMN% but found ${tokenNameOf(value)}`);
}

/** The error for a term that is too long, with its first bytes. */
export function immenseTerm(path: string, text: string): Error {
  const prefix = [...Buffer.from(text, "utf8").subarray(0, 30)].map((byte) => (byte << 24) >> 24).join(", ");
  return badValue(
    `Document contains at least one immense term in field="${path}" (whose UTF8 encoding is longer than the max length ${MAX_TERM_BYTES}), all of which were skipped. Please correct the analyzer to not produce such terms. The prefix of the first immense term is: '[${prefix}]...'`,
  );
}

/** A reusable buffer for texts in UTF-8. */
export class TextBytes {
  bytes: Buffer = Buffer.allocUnsafe(1024);

  /** Writes a text at the start; returns its length in bytes. */
  write(text: string): number {
    if (text.length * 3 > this.bytes.length) this.bytes = Buffer.allocUnsafe(text.length * 3);
    return this.bytes.write(text, 0, "utf8");
  }

  /** As `write`, but lone surrogates become question marks, as in Java's `String.getBytes`. */
  writeQuestionable(text: string): number {
    const length = this.write(text);
    // A lone surrogate takes three bytes, so ASCII texts need no check.
    return length !== text.length && HALF_PAIR.test(text) ? this.write(text.replaceAll(HALF_PAIRS, "?")) : length;
  }
}
