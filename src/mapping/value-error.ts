/** What is wrong with a value of a document, before its place in the source is known. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";

/**
 * A value does not fit its field. The document parser turns it into `document_parsing_exception` with place and
 * preview. `token` errors are those of Elasticsearch's JSON parser: they name the place behind the token, and show the
 * source.
 */
export class ValueError extends Error {
  override readonly cause: RequestError;
  /**
   * Type of the inner error (`json_parse_exception` …) when the cause is to be told with its place; undefined
   * otherwise.
   */
  readonly token: string | undefined;
  /** Path of the field that refused the value: the target of a copy or a multi-field. */
  path: string | undefined;
  /** Type of that field. */
  fieldType: string | undefined;
  /** Whether the message ends with the preview of the value. */
  preview = true;
  /** How the value is previewed instead of its source text. */
  previewText: string | undefined;
  /** The part of the value that does not fit, where it is not the whole. */
  part: Json | undefined;
  /** For `token` errors inside a text: how many characters behind the beginning of the value they are noticed. */
  tokenOffset: number | undefined;
  /**
   * Steps from the value to the token that the cause (and what caused that) names, or to the bracket that closes it.
   */
  causePlace: { readonly steps: readonly (string | number)[]; readonly atEnd: boolean } | undefined;
  /** Whether the cause is told with the place of the closing bracket: something is missing in the value. */
  noticedAtEnd = false;
  /**
   * Told of the document, not of the field: `failed to parse: …`, at the value, at its name, at its closing bracket, or
   * at the token behind it (`%TOKEN%`).
   */
  ofDocument: "value" | "name" | "last" | "next" | undefined;

  constructor(cause: RequestError, token?: string) {
    super(cause.message);
    this.cause = cause;
    this.token = token;
  }
}

/** A value that the field's own checks refuse. */
export function badValue(reason: string): ValueError {
  return new ValueError(illegalArgument(reason));
}

/** A value refused with a cause of another type. */
export function badValueBecause(cause: RequestError): ValueError {
  return new ValueError(cause);
}

/** A token of the wrong kind or size, as Elasticsearch's JSON parser words it. */
export function badToken(type: "json_parse_exception" | "input_coercion_exception", reason: string): ValueError {
  return new ValueError(illegalArgument(reason), type);
}

/** An error told of the whole document (`failed to parse: …`): at the value, at its name or at its closing bracket. */
export function ofDocument(cause: RequestError, place: "value" | "name" | "last" = "value"): ValueError {
  const error = new ValueError(cause);
  error.ofDocument = place;
  return error;
}

/** Digits with two points, at which Java's reading of fractions stops. */
const TWO_POINTS = /^[+-]?\d*\.\d*\./;

/** `java.lang.NumberFormatException` for a text that was to be a fraction. */
export function fractionFormatException(text: string): RequestError {
  return TWO_POINTS.test(text)
    ? new RequestError(400, "number_format_exception", "multiple points")
    : numberFormatException(text);
}

/** `java.lang.NumberFormatException` for a text that was to be a whole number of 32 bits. */
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

/** As `tokenNameOf`, where kinds of numbers and of booleans are not told apart. */
export function shortTokenNameOf(value: unknown): string {
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  return typeof value === "number" || typeof value === "bigint" ? "VALUE_NUMBER" : tokenNameOf(value);
}
