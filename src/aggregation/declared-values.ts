/**
 * Reads values of a body by declared type: other tokens are refused with the messages of Elasticsearch's
 * `ObjectParser`.
 */
import { type BodyReader, contentParseException, tokenName } from "../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";

const LEAST_INT = -(2 ** 31);
const GREATEST_INT = 2 ** 31 - 1;

/** A text, and nothing else. */
export function readText(read: BodyReader, key: string): string | undefined {
  return ofType(read, key, ["string"]) === undefined ? undefined : read.string(key);
}

/** A number, also as text. */
export function readNumber(read: BodyReader, key: string): number | undefined {
  return ofType(read, key, ["number", "bigint", "string"]) === undefined ? undefined : read.number(key);
}

/** A 32-bit integer, also as text; fractions are truncated. */
export function readInteger(read: BodyReader, key: string): number | undefined {
  const value = readNumber(read, key);
  if (value === undefined) return undefined;
  if (value < LEAST_INT || value > GREATEST_INT) {
    throw failedField(
      read,
      key,
      contentParseException(`Numeric value (${value}) out of range of int (${LEAST_INT} - ${GREATEST_INT})`),
    );
  }
  return Math.trunc(value);
}

/** A boolean, also as text. */
export function readBoolean(read: BodyReader, key: string): boolean | undefined {
  if (ofType(read, key, ["boolean", "string"]) === undefined) return undefined;
  return withinField(read, key, () => read.boolean(key));
}

/** A text, a number or a boolean; null is refused by name. */
export function readMissing(read: BodyReader, name: string): string | number | bigint | boolean | undefined {
  if (read.json("missing") === null)
    throw failedField(read, "missing", illegalArgument(`[missing] must not be null: [${name}]`));
  const value = ofType(read, "missing", ["string", "number", "bigint", "boolean"]);
  return typeof value === "object" ? undefined : value;
}

/** `[kind] failed to parse field [key]`, caused by what went wrong inside. */
export function failedField(read: Pick<BodyReader, "what">, key: string, cause: RequestError): RequestError {
  return contentParseException(`[${read.what}] failed to parse field [${key}]`, cause);
}

/** The error of a body that is read but makes no sense. */
export function failedBuild(kind: string, cause: RequestError): RequestError {
  return new RequestError(
    400,
    "x_content_parse_exception",
    `Failed to build [${kind}] after last required field arrived`,
    { cause },
  );
}

/** Runs the parser of a field's value; wraps its errors as failures of the field. */
export function withinField<Value>(read: Pick<BodyReader, "what">, key: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw error instanceof RequestError ? failedField(read, key, error) : error;
  }
}

/** `[kind] key doesn't support values of type: TOKEN`. */
export function unsupportedToken(read: Pick<BodyReader, "what">, key: string, value: Json): RequestError {
  return contentParseException(`[${read.what}] ${key} doesn't support values of type: ${tokenName(value)}`);
}

function ofType(read: BodyReader, key: string, types: readonly string[]): Json | undefined {
  const value = read.json(key);
  if (value === undefined || types.includes(typeof value)) return value;
  throw unsupportedToken(read, key, value);
}
