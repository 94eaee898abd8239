/** Reads the common parts of queries: `boost`, `_name`, and the form `{field: value}` or `{field: {…}}`. */
import { writeJson } from "../compat/json/write-json.ts";
import { BodyReader, tokenName } from "../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../compat/errors.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import type { QueryHead } from "./kind-query.ts";

/** Reads `boost` and `_name`; refuses a negative boost with Elasticsearch's message. */
export function readHead(kind: string, read: BodyReader, body: Json): QueryHead {
  const boost = read.number("boost") ?? 1;
  const name = read.string("_name");
  if (boost < 0) throw negativeBoost(kind, body);
  return { kind, boost: Math.fround(boost), name };
}

/** The error for a negative boost; its message contains the query without the boost. */
export function negativeBoost(kind: string, body: Json): Error {
  return illegalArgument(
    `negative [boost] are not allowed in [${spaced({ [kind]: withoutBoost(body) }, "")}], use a value between 0 and 1 to deboost`,
  );
}

function withoutBoost(body: Json): Json {
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => key !== "boost")
      .map(([key, value]) => [key, withoutBoost(value)]),
  );
}

/** JSON as Elasticsearch prints it: two spaces, and a space on both sides of the colon. */
function spaced(value: Json, indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[ ]";
    return `[\n${value.map((item) => deeper + spaced(item, deeper)).join(",\n")}\n${indent}]`;
  }
  if (!isJsonObject(value)) return typeof value === "bigint" ? String(value) : writeJson(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{ }";
  const lines = entries.map(([key, inner]) => `${deeper}${JSON.stringify(key)} : ${spaced(inner, deeper)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

/** The parts of a query about one field. */
export interface FieldBody {
  readonly field: string;
  /** The object under the field; undefined for the short form. */
  readonly read: BodyReader | undefined;
  /** The value in the short form. */
  readonly short: Json;
}

/** The body of a query on one field; undefined when it names no field. */
export function readFieldBody(kind: string, body: Json): FieldBody | undefined {
  const outer = new BodyReader(kind, body);
  const [field, second] = outer.keys();
  if (field === undefined) return undefined;
  if (second !== undefined) {
    throw parsingException(`[${kind}] query doesn't support multiple fields, found [${field}] and [${second}]`);
  }
  const value = outer.json(field) ?? null;
  return isJsonObject(value)
    ? { field, read: new BodyReader(kind, value), short: null }
    : { field, read: undefined, short: value };
}

/** As `readFieldBody`, but refuses a body without a field, and null or an array in the short form. */
export function requireFieldBody(kind: string, body: Json): FieldBody {
  const parts = readFieldBody(kind, body);
  if (!parts || parts.field === "") throw illegalArgument("field name is null or empty");
  return parts;
}

/** The text of a scalar; throws "Expected text at … but found …" for anything else. */
export function expectText(value: Json): string {
  if (typeof value === "object") throw illegalArgument(`Expected text at 1:1 but found ${tokenName(value)}`);
  return String(value);
}
