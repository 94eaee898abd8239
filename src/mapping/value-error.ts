/** Errors in a document's value, before its location in the source is known. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";

/**
 * A value does not fit its field. The document parser turns it into `document_parsing_exception` with location and
 * preview. `token` errors are those of Elasticsearch's JSON parser: they report the location after the token, and show
 * the source.
 */
export class ValueError extends Error {
  override readonly cause: RequestError;
  /** Type of the inner error (`json_parse_exception` …) when the cause has a location; undefined otherwise. */
  readonly token: string | undefined;
  /** Path of the field that refused the value: a `copy_to` target or a multi-field. */
  path: string | undefined;
  /** Type of that field. */
  fieldType: string | undefined;
  /** Whether the message ends with the preview of the value. */
  preview = true;
  /** Replaces the source text in the preview. */
  previewText: string | undefined;
  /** The part of the value that does not fit, if not the whole. */
  part: Json | undefined;
  /** For `token` errors inside a text: offset in characters from the start of the value. */
  tokenOffset: number | undefined;
  /** Steps from the value to the token that the cause reports, or to its closing bracket. */
  causePlace: { readonly steps: readonly (string | number)[]; readonly atEnd: boolean } | undefined;
  /** Whether the cause reports the closing bracket: something is missing in the value. */
  noticedAtEnd = false;
  /**
   * Set for errors that are reported for the document instead of the field (`failed to parse: …`): at the value, its
   * name, its closing bracket, or the token after it (`%TOKEN%`).
   */
  ofDocument: "value" | "name" | "last" | "next" | undefined;

  constructor(cause: RequestError, token?: string) {
    super(cause.message);
    this.cause = cause;
    this.token = token;
  }
}

/** The error for a value that the field's own checks refuse. */
export function badValue(reason: string): ValueError {
  return new ValueError(illegalArgument(reason));
}

/** The error for a value that is refused with another cause. */
export function badValueBecause(cause: RequestError): ValueError {
  return new ValueError(cause);
}

/** A token of the wrong kind or size, with the message of Elasticsearch's JSON parser. */
export function badToken(type: "json_parse_exception" | "input_coercion_exception", reason: string): ValueError {
  return new ValueError(illegalArgument(reason), type);
}

/** An error reported for the whole document (`failed to parse: …`): at the value, its name or its closing bracket. */
export function ofDocument(cause: RequestError, place: "value" | "name" | "last" = "value"): ValueError {
  const error = new ValueError(cause);
  error.ofDocument = place;
  return error;
}

/** Digits with two decimal points, at which Java's parser stops. */
const TWO_POINTS = /^[+-]?\d*\.\d*\./;

/** `java.lang.NumberFormatException` for a text that should be a fraction. */
export function fractionFormatException(text: string): RequestError {
  return TWO_POINTS.test(text)
    ? new RequestError(400, "number_format_exception", "multiple points")
    : numberFormatException(text);
}

/** `java.lang.NumberFormatException` for a text that should be a 32-bit integer. */
export function integerFormatException(text: string): RequestError {
  return new RequestError(400, "number_format_exception", `For input string: "${text}"`);
}

/** `java.lang.NumberFormatException` for a text. */
export function numberFormatException(text: string): RequestError {
  return new RequestError(400, "number_format_exception", text === "" ? "empty String" : `For input string: "${text}"`);
}

/** Name of a JSON value's token. */
export function tokenNameOf(value: unknown): string {
  if (value === null) return "VALUE_NULL";
  if (Array.isArray(value)) return "START_ARRAY";
  if (typeof value === "object") return "START_OBJECT";
  if (typeof value === "boolean") return value ? "VALUE_TRUE" : "VALUE_FALSE";
  if (typeof value === "string") return "VALUE_STRING";
  return typeof value === "number" && !Number.isInteger(value) ? "VALUE_NUMBER_FLOAT" : "VALUE_NUMBER_INT";
}

/** As `tokenNameOf`, with one name for all numbers and one for both booleans. */
export function shortTokenNameOf(value: unknown): string {
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  return typeof value === "number" || typeof value === "bigint" ? "VALUE_NUMBER" : tokenNameOf(value);
}
