/** Reads the options of `inner_hits` (`InnerHitBuilder`), wherever these stand. */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { RequestText } from "../../compat/request-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import type { SearchRequest } from "./search-request.ts";

/** Reads the options of a search that stand among others. */
export type ReadOptions = (request: RequestText, own: ReadonlySet<string>) => SearchRequest;

const DEFAULT_SIZE = 3;
const OWN_KEYS: ReadonlySet<string> = new Set(["name", "ignore_unmapped"]);

const isStructure = (value: Json): boolean => typeof value === "object" && value !== null;
const isBoolean = (value: Json): boolean => typeof value === "boolean" || typeof value === "string";
const isNumber = (value: Json): boolean => ["number", "bigint", "string"].includes(typeof value);
const isObject = (value: Json): boolean => isJsonObject(value);

/** Every option, and which values it takes. */
const OPTIONS: NameTable<(value: Json) => boolean> = nameTable({
  name: (value: Json) => typeof value === "string",
  ignore_unmapped: isBoolean,
  from: isNumber,
  size: isNumber,
  explain: isBoolean,
  version: isBoolean,
  seq_no_primary_term: isBoolean,
  track_scores: isBoolean,
  sort: isStructure,
  _source: (value: Json) => value !== null && typeof value !== "number",
  stored_fields: (value: Json) => typeof value === "string" || Array.isArray(value),
  docvalue_fields: isStructure,
  fields: isStructure,
  script_fields: isObject,
  highlight: isObject,
  collapse: isObject,
});

/** Whether `inner_hits` may have a member of that name. */
export function isInnerHitsOption(name: string): boolean {
  return OPTIONS[name] !== undefined;
}

/** The error of a member that `inner_hits` cannot have. */
export function unknownInnerHitsOption(request: RequestText, key: string): RequestError {
  return request.contentError(request.places.key(request.body, key), `[inner_hits] unknown field [${key}]`);
}

/** The options in the body of `request`. Throws RequestError 400. */
export function readInnerHitsOptions(request: RequestText, read: ReadOptions): SearchRequest {
  const { body, places } = request;
  for (const [key, value] of Object.entries(body)) {
    const takes = OPTIONS[key];
    if (!takes) throw unknownInnerHitsOption(request, key);
    if (!takes(value))
      throw request.contentError(
        places.value(body, key),
        `[inner_hits] ${key} doesn't support values of type: ${tokenName(value)}`,
      );
  }
  for (const key of ["from", "size"] as const) {
    const value = ownOf(body, key);
    if (value === undefined || request.number(body, key, true) >= 0) continue;
    const cause = illegalArgument(`illegal ${key} value, at least 0 or higher`);
    throw request.contentError(places.value(body, key), `[inner_hits] failed to parse field [${key}]`, cause);
  }
  const options = read(request.within(withLists(body)), OWN_KEYS);
  if (body.size === undefined) options.size = DEFAULT_SIZE;
  return options;
}

/** One field may stand without a list. */
function withLists(body: JsonObject): JsonObject {
  const names = (["fields", "docvalue_fields"] as const).filter((name) => isJsonObject(ownOf(body, name) ?? null));
  if (names.length === 0) return body;
  return { ...body, ...Object.fromEntries(names.map((name) => [name, [ownOf(body, name) ?? null]])) };
}

/** As `readInnerHitsOptions`, where what is wrong with an option is told as a fault of `inner_hits`. */
export function readQueryInnerHits(request: RequestText, read: ReadOptions): SearchRequest {
  try {
    return readInnerHitsOptions(request, read);
  } catch (error) {
    if (!(error instanceof RequestError) || error.message.includes("[inner_hits]")) throw error;
    const { body, places } = request;
    const key = Object.keys(body).find((name) => fails(request, name, read)) ?? "";
    const { line, col } = places.value(body, key);
    const reason = `[${line}:${col}] [inner_hits] failed to parse field [${key}]`;
    const roots = error.type === "illegal_argument_exception" ? {} : { rootCauses: [error] };
    throw new RequestError(400, "x_content_parse_exception", reason, { cause: error, ...roots });
  }
}

/** Whether one option by itself cannot be read. */
function fails(request: RequestText, key: string, read: ReadOptions): boolean {
  const others = Object.keys(request.body).filter((name) => name !== key);
  try {
    read(request.within(withLists(request.body)), new Set([...OWN_KEYS, ...others]));
    return false;
  } catch (error) {
    if (error instanceof RequestError) return true;
    throw error;
  }
}
