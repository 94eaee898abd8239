/** The `pit` option: the states of shards that a search is to see (`PointInTimeBuilder`). */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { RequestText } from "../../compat/request-text.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { SortSpec } from "../../hits/sort/sort-spec.ts";
import type { PointInTime, SearchRequest } from "./search-request.ts";

/** Reads `pit` of the body. Throws RequestError 400. */
export function parsePointInTime(request: RequestText, body: JsonObject): PointInTime {
  let id: string | undefined;
  let keepAliveMs: number | undefined;
  for (const key of Object.keys(body)) {
    if (key === "id") id = textOf(request, body, key);
    else if (key === "keep_alive") keepAliveMs = durationOf(request, body, key);
    else throw request.contentError(request.places.key(body, key), `[pit] unknown field [${key}]`);
  }
  if (id === undefined) throw illegalArgument("point in time id is not provided");
  return { id, keepAliveMs };
}

/**
 * The sort of a search on a point in time: where sort values may be equal, the place of a document decides. Who goes on
 * behind values without such a place has not been shown any.
 */
export function withTiebreaker({
  sort,
  searchAfter,
}: Pick<SearchRequest, "sort" | "searchAfter">): readonly SortSpec[] {
  if (sort.length === 0 || sort.some(({ kind }) => kind === "shard_doc")) return sort;
  if (searchAfter && searchAfter.length !== sort.length + 1) return sort;
  return [...sort, { kind: "shard_doc", order: "asc" }];
}

function durationOf(request: RequestText, body: JsonObject, key: string): number {
  const text = textOf(request, body, key);
  try {
    return parseTimeMs(text, "keep_alive");
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw request.contentError(request.places.value(body, key), `[pit] failed to parse field [${key}]`, error);
  }
}

function textOf(request: RequestText, body: JsonObject, key: string): string {
  const value = ownOf(body, key) ?? null;
  if (typeof value === "string") return value;
  throw request.contentError(
    request.places.value(body, key),
    `[pit] ${key} doesn't support values of type: ${tokenName(value)}`,
  );
}
