/**
 * Puts places into the errors of queries and aggregations. Their parsers work on values and do not know where these
 * stand, so they say 1:1; what an error names is looked up in the text of the request instead. Only done for an error.
 */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { type JsonPlace, type JsonPlaces, parseJsonWithPlaces } from "../../compat/json/parse-json.ts";
import { failedBody } from "../../query/failed-body.ts";
import { type ErrorRule, errorRules } from "./error-rules.ts";

/** The text of a request, and the object that its queries were taken from. */
export interface LocatedRequest {
  readonly text: string;
  readonly root: Json | undefined;
}

/** The error with the places of what it names; errors that say something else than 1:1 stay as they are. */
export function locateError(error: RequestError, { text, root }: LocatedRequest): RequestError {
  if (text === "") return error;
  return new ErrorPlaces(text, root).locate(error, undefined).error;
}

interface Located {
  readonly error: RequestError;
  /** Where Elasticsearch's parser stood then. */
  readonly place: JsonPlace | undefined;
}

class ErrorPlaces {
  readonly #whole: Json;
  readonly #places: JsonPlaces;
  readonly #root: Json | undefined;

  constructor(text: string, root: Json | undefined) {
    const { value, places } = parseJsonWithPlaces(text);
    this.#whole = value;
    this.#places = places;
    this.#root = root;
  }

  /** `around`: the body that the error around this one is about. */
  locate(error: RequestError, around: JsonObject | undefined): Located {
    const failed = this.#bodyOf(error);
    const body = failed ?? around;
    const inner = error.cause ? this.locate(error.cause, body) : undefined;
    const own = this.#placeOf(error, body);
    // An error around another one is told at the place of the inner one.
    const place = error.message.includes("failed to parse field") ? (inner?.place ?? own) : (own ?? inner?.place);
    const end = failed && this.#places.end(failed);
    if (!place && inner?.error === error.cause) return { error, place: end };
    const reached = place && this.#reached(error, place, body);
    const details =
      reached && isUnplaced(error) ? { ...error.details, line: reached.line, col: reached.col } : error.details;
    const told = place ? placed(error.message, place) : error.message;
    const rootCauses = error.rootCauses?.map((root) => (root === error.cause && inner ? inner.error : root));
    const located = new RequestError(error.status, error.type, told, {
      details,
      cause: inner?.error,
      ...(rootCauses ? { rootCauses } : {}),
    });
    return { error: located, place: reached ?? end };
  }

  /** The body of the error in the text: what stands where it stands in the object that was parsed. */
  #bodyOf(error: RequestError): JsonObject | undefined {
    const body = failedBody(error);
    if (!body || this.#root === undefined) return undefined;
    const path = pathTo(this.#root, body);
    let value: Json | undefined = path && this.#whole;
    for (const step of path ?? []) value = ownOf(value as Record<string, Json> | undefined, step);
    return isJsonObject(value) ? value : undefined;
  }

  #placeOf(error: RequestError, body: JsonObject | undefined): JsonPlace | undefined {
    // What no parser is found for is told at its body.
    const message =
      error.type === "named_object_not_found_exception"
        ? error.message.replace("[1:1] unknown field", "unknown query")
        : error.message;
    if (message.startsWith("query malformed, empty clause found"))
      return this.#places.end(body ?? findEmpty(this.#whole) ?? {});
    for (const { words, part, names, item } of errorRules) {
      const match = words.exec(message);
      if (!match) continue;
      if (item) {
        const place = body && this.#itemOf(body, (value) => item(value, match[1] ?? ""), part === "behind" ? 1 : 0);
        if (place) return place;
        continue;
      }
      const name = names ? body && names(body) : match[1];
      if (name === undefined) continue;
      const container = (body && findContainer(body, name)) ?? findContainer(this.#whole, name);
      if (!container) return undefined;
      return this.#partOf(container, name, part);
    }
    // What is missing is found out at the end.
    return body && isUnplaced(error) ? this.#places.end(body) : undefined;
  }

  #partOf(container: JsonObject, name: string, part: ErrorRule["part"]): JsonPlace {
    if (part === "key") return this.#places.key(container, name);
    const member = ownOf(container, name);
    return part === "end" && typeof member === "object" && member !== null
      ? this.#places.end(member)
      : this.#places.value(container, name);
  }

  /** The item of a list in the body, or what stands `further` on. */
  #itemOf(body: JsonObject, isMeant: (item: Json) => boolean, further: number): JsonPlace | undefined {
    for (const list of Object.values(body)) {
      const number = Array.isArray(list) ? list.findIndex(isMeant) : -1;
      if (number < 0 || !Array.isArray(list)) continue;
      return number + further < list.length ? this.#places.value(list, number + further) : this.#places.end(list);
    }
    return undefined;
  }

  /**
   * A declared parser at the top of a query, or of a script, tells an unknown name in words at the name, but stands at
   * the value by then.
   */
  #reached(error: RequestError, place: JsonPlace, body: JsonObject | undefined): JsonPlace {
    const [, parser, unknown] = /^\[1:1\] \[(\w+)\] unknown field \[(.+?)\]/.exec(error.message) ?? [];
    const name = error.type === "parsing_exception" || parser === "script" ? unknown : undefined;
    const holder = body ?? (parser === "script" ? this.#whole : undefined);
    const container = name !== undefined && holder !== undefined ? findContainer(holder, name) : undefined;
    return name !== undefined && container ? this.#places.value(container, name) : place;
  }
}

function isUnplaced({ details }: RequestError): boolean {
  return details.line === 1 && details.col === 1;
}

function placed(message: string, { line, col }: JsonPlace): string {
  return message
    .replace(/^\[1:1\]|(?<=found at )\[1:1\]$/, `[${line}:${col}]`)
    .replace(/^Expected text at 1:1 /, `Expected text at ${line}:${col} `);
}

/** The keys and numbers that lead from `value` to `target`. */
function pathTo(value: Json, target: Json): string[] | undefined {
  if (value === target) return [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const path = pathTo(member, target);
    if (path) return [key, ...path];
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
