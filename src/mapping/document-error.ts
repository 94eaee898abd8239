/** `document_parsing_exception` with location, preview and cause, with Elasticsearch's messages. */
import { javaDouble } from "../core/float32.ts";
import { RequestError } from "../compat/errors.ts";
import { javaMapOrder } from "../compat/java-map-order.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import type { UnreadSource } from "./document-parser.ts";
import type { DocumentPlace, Place } from "./document-place.ts";
import { isFrameless } from "./field-reading.ts";
import type { FieldNode } from "./mapping-tree.ts";
import { wrapError } from "./mapping-error.ts";
import type { ValueError } from "./value-error.ts";

/** Maximum length of the source, in characters, in messages of Elasticsearch's JSON parser. */
const SHOWN_SOURCE = 500;

/** `[1:2] failed to parse: …` around an error that is not about the value of one field. */
export function documentError(place: Place, cause: RequestError): RequestError {
  return wrapError(
    "document_parsing_exception",
    `[${place.line}:${place.col}] failed to parse: ${cause.message}`,
    cause,
  );
}

/** The 400 for a value where an object is required. `name` is Elasticsearch's name for the value. */
export function noObject(path: string, name: string, { line, col }: Place): RequestError {
  const reason = `[${line}:${col}] object mapping for [${path}] tried to parse field [${name}] as object, but found a concrete value`;
  return new RequestError(400, "document_parsing_exception", reason);
}

/** The 400 for writing a value to an alias. */
export function aliasWritten(path: string, { line, col }: Place): RequestError {
  return new RequestError(
    400,
    "document_parsing_exception",
    `[${line}:${col}] Cannot write to a field alias [${path}].`,
  );
}

/** The 400 for more nested objects in one document than the index allows. */
export function tooManyNested(limit: number, { line, col }: Place): RequestError {
  const reason = `[${line}:${col}] The number of nested documents has exceeded the allowed limit of [${limit}]. This limit can be set by changing the [index.mapping.nested_objects.limit] index level setting.`;
  return new RequestError(400, "document_parsing_exception", reason);
}

/** An error in the value of a field. */
export interface FieldFailure {
  readonly error: ValueError;
  readonly path: string;
  readonly type: string;
  readonly value: Json;
  /** Name of the field that received the value; it may be one of its multi-fields that refuses the value. */
  readonly label: string;
  readonly documentId: string;
  /** What a point of a time series is called, which is not named by its id; absent: it is none. */
  readonly pointName?: string | undefined;
  /** Length of the path to the value. */
  readonly depth: number;
  readonly place: DocumentPlace;
}

/** `[1:6] failed to parse field [x] of type [long] in document with id '1'. Preview of field's value: 'abc'`. */
export function fieldError(failure: FieldFailure): RequestError {
  const { error, path, type, value, label, documentId, pointName, depth, place } = failure;
  if (error.ofDocument === "name") return documentError(place.name(depth), causeOf(failure));
  if (error.ofDocument === "next") return documentError(place.tokenAfter(depth, label).place, causeOf(failure));
  if (error.ofDocument)
    return documentError(error.ofDocument === "last" ? place.last(depth) : place.value(depth), causeOf(failure));
  const { line, col } = typeof value === "object" && value !== null ? place.last(depth) : place.value(depth);
  const preview = error.preview
    ? ` in ${pointName ?? `document with id '${documentId}'`}. Preview of field's value: '${error.previewText ?? previewText(value, place.text(depth))}'`
    : "";
  return wrapError(
    "document_parsing_exception",
    `[${line}:${col}] failed to parse field [${path}] of type [${type}]${preview}`,
    causeOf(failure),
  );
}

/**
 * The location of a point that was refused by a multi-field: number `index` of `count` in an array, or the value
 * itself.
 */
export function placeOfPoint(
  value: Json,
  { index, count }: { index: number; count: number },
  place: DocumentPlace,
  depth: number,
): Place {
  const isItem = Array.isArray(value) && value.length === count && typeof value[0] !== "number";
  if (isItem) place.set(depth, index);
  const point = isItem ? value[index]! : value;
  const at = isItem ? depth + 1 : depth;
  return typeof point === "object" && point !== null ? place.last(at) : place.value(at);
}

/** The 400 for a point that a multi-field refused. */
export function errorOfPoint(error: RequestError, { path, type }: FieldNode, place: Place): RequestError {
  const reason = `[${place.line}:${place.col}] failed to parse field [${path}] of type [${type.name}]`;
  return wrapError("document_parsing_exception", reason, moved(error, place));
}

/** An error and its causes with another location. */
function moved(error: RequestError, place: Place): RequestError {
  const reason = error.message.replace(/^\[\d+:\d+\]/, `[${place.line}:${place.col}]`);
  return new RequestError(error.status, error.type, reason, {
    details: error.details,
    cause: error.cause && moved(error.cause, place),
  });
}

/**
 * The 400 for a value of which only the beginning was read: `cause` is why that does not fit; otherwise the error is in
 * the rest.
 */
export function unreadField(
  path: string,
  type: string,
  documentId: string,
  { error }: UnreadSource,
  cause?: RequestError,
): RequestError {
  if (isFrameless(type)) return error;
  const [place = ""] = /^\[\d+:\d+\] /.exec(error.message) ?? [];
  const preview = type.startsWith("geo_")
    ? ""
    : ` in document with id '${documentId}'. Could not parse field value preview,`;
  const reason = `${place}failed to parse field [${path}] of type [${type}]${preview}`;
  return wrapError("document_parsing_exception", reason, cause ?? error.cause ?? error);
}

function causeOf({ error, depth, place, label }: FieldFailure): RequestError {
  const { tokenOffset } = error;
  const { cause, token } = error;
  if (error.ofDocument === "next")
    return placed(cause, place.tokenAfter(depth, label).place, place.tokenAfter(depth, label).token);
  if (token === undefined) {
    if (error.causePlace) return placed(cause, placeWithin(place, depth, error.causePlace));
    const { line, col } = error.noticedAtEnd ? place.last(depth) : place.value(depth);
    const reason = cause.message
      .replace("%LINE%", String(line))
      .replace("%COLUMN%", String(col))
      .replace("%NAME%", place.isItem(depth) ? "null" : label);
    // Elasticsearch's parser includes the location in its own exceptions.
    const details = cause.type === "parsing_exception" ? { line, col, ...cause.details } : cause.details;
    return reason === cause.message && details === cause.details
      ? cause
      : new RequestError(cause.status, cause.type, reason, { details, cause: cause.cause });
  }
  const { line, col } =
    error.ofDocument === "last" || error.noticedAtEnd
      ? behind(place.last(depth))
      : tokenOffset === undefined
        ? place.afterToken(depth)
        : behind(place.value(depth), tokenOffset);
  const reason = `${cause.message}${sourceText(place.source, line, col)}`;
  return new RequestError(400, "x_content_parse_exception", `[${line}:${col}] ${reason}`, {
    cause: new RequestError(400, token, reason),
  });
}

function placeWithin(
  place: DocumentPlace,
  depth: number,
  { steps, atEnd }: NonNullable<ValueError["causePlace"]>,
): Place {
  steps.forEach((step, index) => place.set(depth + index, step));
  return atEnd ? place.last(depth + steps.length) : place.value(depth + steps.length);
}

/** An error and its causes with the placeholders for the location filled in. */
function placed(error: RequestError, place: Place, token = ""): RequestError {
  const reason = error.message
    .replace("%LINE%", String(place.line))
    .replace("%COLUMN%", String(place.col))
    .replace("%TOKEN%", token);
  const details = token === "" ? error.details : { ...place, ...error.details };
  return new RequestError(error.status, error.type, reason, {
    details,
    cause: error.cause && placed(error.cause, place),
  });
}

function sourceText(source: string | undefined, line: number, col: number): string {
  const shown = source ?? "";
  const cut = shown.length > SHOWN_SOURCE ? `[truncated ${Buffer.byteLength(shown.slice(SHOWN_SOURCE))} bytes]` : "";
  return `\n at [Source: (byte[])"${shown.slice(0, SHOWN_SOURCE)}"${cut}; line: ${line}, column: ${col}]`;
}

function behind(place: Place, by = 1): Place {
  return { line: place.line, col: place.col + by };
}

/** A value as Java's toString writes it; `raw` is its source text, which distinguishes whole numbers from fractions. */
function previewText(value: Json, raw?: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => previewText(item)).join(", ")}]`;
  if (isJsonObject(value)) return `{${previewMembers(value)}}`;
  if (typeof value !== "number") return String(value);
  const fraction =
    !Number.isInteger(value) ||
    Math.abs(value) >= 2 ** 63 ||
    (raw === undefined ? Object.is(value, -0) : /[.eE]/.test(raw));
  return fraction ? javaDouble(value) : String(value);
}

/**
 * The members of an object as in Elasticsearch's map: dotted names become objects, and the last of duplicate names
 * wins.
 */
function previewMembers(value: JsonObject): string {
  const members = new Map<string, JsonObject | Json>();
  for (const [name, inner] of Object.entries(value)) {
    const [first = "", ...rest] = nameParts(name);
    members.set(first, nested(rest, inner));
  }
  return javaMapOrder([...members.keys()])
    .map((name) => `${name}=${previewText(members.get(name)!)}`)
    .join(", ");
}

/** The parts of a name; dots at its end are ignored, as in Java's split. */
function nameParts(name: string): string[] {
  const parts = name.split(".");
  while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return parts;
}

function nested(names: readonly string[], value: Json): Json {
  return names.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}
