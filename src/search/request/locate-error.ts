/**
 * Puts places into the errors of queries and aggregations. Their parsers work on values and do not know where these stand, so
 * they say 1:1; the key that an error names is looked up in the text of the request instead. Only done for an error.
 */
import { RequestError } from "../../core/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type JsonPlace, type JsonPlaces, parseJsonWithPlaces } from "../../core/parse-json.ts";

/** Which part of the named member the original points at, by the words of the error. */
const RULES: readonly (readonly [words: RegExp, part: "key" | "value" | "end"])[] = [
  [/unknown field \[(.+?)\]/, "key"],
  [/^Invalid aggregation name \[(.+)\]\. Aggregation/, "key"],
  [/^unknown query \[(.+?)\]/, "value"],
  [/^Unknown aggregation type \[(.+?)\]/, "value"],
  [/query does not support \[(.+?)\]/, "value"],
  [/unknown token \[\w+\] after \[(.+?)\]/, "value"],
  [/^\[1:1\] \[\w+\] (\w+) doesn't support values of type/, "value"],
  [/failed to parse field \[(.+?)\]/, "value"],
  [/doesn't support multiple fields, found \[.+?\] and \[(.+?)\]/, "value"],
  [/^\[(\w+)\] query malformed, no start_object/, "value"],
  [/^Expected \[START_OBJECT\] under \[(.+?)\]/, "value"],
  [/^Aggregation definition for \[(.+?) starts with/, "value"],
  [/two aggregation type definitions in \[.+?\]: \[.+?\] and \[(.+?)\]/, "value"],
  [/^Missing definition for aggregation \[(.+?)\]/, "end"],
];

/** The error with the places of what it names; errors that say something else than 1:1 stay as they are. */
export function locateError(error: RequestError, text: string): RequestError {
  if (text === "") return error;
  const { value, places } = parseJsonWithPlaces(text);
  return locate(error, value, places).error;
}

function locate(error: RequestError, value: Json, places: JsonPlaces): { error: RequestError; place: JsonPlace | undefined } {
  const inner = error.cause ? locate(error.cause, value, places) : undefined;
  // What no parser is found for is told at its body.
  const message = error.type === "named_object_not_found_exception" ? error.message.replace("[1:1] unknown field", "unknown query") : error.message;
  const own = ownPlace(message, value, places);
  // An error around another one is told at the place of the inner one.
  const place = /failed to parse field/.test(error.message) ? (inner?.place ?? own) : (own ?? inner?.place);
  if (!place && inner?.error === error.cause) return { error, place: undefined };
  const details = place && error.details.line === 1 && error.details.col === 1 ? { ...error.details, line: place.line, col: place.col } : error.details;
  const told = place ? error.message.replace(/^\[1:1\]|(?<=found at )\[1:1\]$/, `[${place.line}:${place.col}]`) : error.message;
  const rootCauses = error.rootCauses?.map((root) => (root === error.cause && inner ? inner.error : root));
  return { error: new RequestError(error.status, error.type, told, { details, cause: inner?.error, ...(rootCauses ? { rootCauses } : {}) }), place };
}

function ownPlace(message: string, value: Json, places: JsonPlaces): JsonPlace | undefined {
  const empty = message.startsWith("query malformed, empty clause found") ? findEmpty(value) : undefined;
  if (empty) return places.end(empty);
  for (const [words, part] of RULES) {
    const name = words.exec(message)?.[1];
    if (name === undefined) continue;
    const container = findContainer(value, name);
    if (!container) return undefined;
    if (part === "key") return places.key(container, name);
    const member = container[name];
    return part === "end" && typeof member === "object" && member !== null ? places.end(member) : places.value(container, name);
  }
  return undefined;
}

/** The first object that has the name as a key, outer ones before inner ones of later members. */
function findContainer(value: Json, name: string): JsonObject | undefined {
  if (isJsonObject(value) && Object.hasOwn(value, name)) return value;
  if (typeof value !== "object" || value === null) return undefined;
  for (const member of Object.values(value)) {
    const found = findContainer(member, name);
    if (found) return found;
  }
  return undefined;
}

/** The first object without members. */
function findEmpty(value: Json): JsonObject | undefined {
  if (isJsonObject(value) && Object.keys(value).length === 0) return value;
  if (typeof value !== "object" || value === null) return undefined;
  for (const member of Object.values(value)) {
    const found = findEmpty(member);
    if (found) return found;
  }
  return undefined;
}
