/** The `collapse` option (`CollapseBuilder`): the best hit of each group, and more of the group beside it. */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { RequestText } from "../../compat/request-text.ts";
import type { JsonPlace } from "../../compat/json/parse-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import {
  isInnerHitsOption,
  type ReadOptions,
  readInnerHitsOptions,
  unknownInnerHitsOption,
} from "./inner-hits-options.ts";
import type { SearchRequest } from "./search-request.ts";

/** See the file comment. */
export interface CollapseSpec {
  /** Empty: none was named. */
  readonly field: string;
  readonly innerHits: readonly InnerHits[];
}

/** Hits that are shown beside a hit, under a name. */
export interface InnerHits {
  readonly name: string;
  /** What of a search `inner_hits` may say; the query is that of the group. */
  readonly request: SearchRequest;
}

/** Reads `collapse` of a body. Throws RequestError 400. */
export function parseCollapse(request: RequestText, body: JsonObject, read: ReadOptions): CollapseSpec {
  let field = "";
  let innerHits: readonly InnerHits[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (key === "field") field = textOf(request, body, "collapse", key);
    else if (key === "max_concurrent_group_searches") checkConcurrency(request, body);
    else if (key === "inner_hits") innerHits = innerHitsOf(request, body, value, read);
    else throw request.contentError(request.places.key(body, key), `[collapse] unknown field [${key}]`);
  }
  return { field, innerHits };
}

/** Group after group is searched, so that none are at once. */
function checkConcurrency(request: RequestText, body: JsonObject): void {
  const key = "max_concurrent_group_searches";
  if (request.number(body, key, true) >= 1) return;
  const cause = illegalArgument("maxConcurrentGroupRequests` must be positive");
  throw request.contentError(request.places.value(body, key), `[collapse] failed to parse field [${key}]`, cause);
}

function innerHitsOf(request: RequestText, body: JsonObject, value: Json, read: ReadOptions): InnerHits[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((item) => {
    if (!isJsonObject(item))
      throw request.contentError(
        request.places.value(body, "inner_hits"),
        `[collapse] inner_hits doesn't support values of type: ${tokenName(item)}`,
      );
    return parseInnerHits(request.within(item), read);
  });
}

/** The error of a `collapse` whose `inner_hits` cannot be read, told where that showed. */
function failed(cause: RequestError, { line, col }: JsonPlace, roots: readonly RequestError[]): RequestError {
  const more = { cause, ...(roots.length > 0 ? { rootCauses: roots } : {}) };
  const reason = `[${line}:${col}] [collapse] failed to parse field [inner_hits]`;
  return new RequestError(400, "x_content_parse_exception", reason, more);
}

/** Reads `inner_hits`, which stand in the body of `request`. */
function parseInnerHits(request: RequestText, read: ReadOptions): InnerHits {
  const { body, places } = request;
  const collapse = ownOf(body, "collapse");
  checkNames(request);
  if (isJsonObject(collapse) && collapse.inner_hits !== undefined) throw nestedTooDeep(request, collapse);
  if (body.name === undefined) throw failed(illegalArgument(NO_NAME), places.end(body), []);
  return { name: textOf(request, body, "inner_hits", "name"), request: readInner(request, read) };
}

function checkNames(request: RequestText): void {
  const { body, places } = request;
  const key = Object.keys(body).find((name) => !isInnerHitsOption(name));
  if (key === undefined) return;
  const unknown = unknownInnerHitsOption(request, key);
  throw failed(unknown, places.value(body, key), [unknown]);
}

const NO_NAME = "inner_hits must have a [name]; set the [name] field in the inner_hits definition";

function readInner(request: RequestText, read: ReadOptions): SearchRequest {
  try {
    return readInnerHitsOptions(request, read);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw failed(error, request.places.end(request.body), error.type === "illegal_argument_exception" ? [] : [error]);
  }
}

/** A group within a group shows no further ones. */
function nestedTooDeep(request: RequestText, collapse: JsonObject): RequestError {
  const place = request.places.key(collapse, "inner_hits");
  const deep = request.at(place, "Invalid token in the inner collapse");
  return failed(request.contentError(place, "[inner_hits] failed to parse field [collapse]", deep), place, [deep]);
}

function textOf(request: RequestText, body: JsonObject, parser: string, key: string): string {
  const value = ownOf(body, key) ?? null;
  if (typeof value === "string") return value;
  throw request.contentError(
    request.places.value(body, key),
    `[${parser}] ${key} doesn't support values of type: ${tokenName(value)}`,
  );
}
