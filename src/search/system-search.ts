/**
 * Searches of the server's own indices: whoever asks sees all of them, and a shard that does not answer is an error.
 */
import type { JsonObject } from "../core/json.ts";
import { searchRequest } from "./request/parse-request.ts";
import type { SearchCaller, SearchResult, SearchService, SearchTarget } from "./search-service.ts";

/** What runs searches. */
export interface SearchEngine {
  readonly searches: Pick<SearchService, "search">;
}

/** Runs a body over indices; totals are exact. Rejects with RequestError when a shard does not answer. */
export function searchSystem(
  { searches }: SearchEngine,
  indices: readonly { readonly uuid: string; readonly name: string }[],
  body: JsonObject,
  caller?: SearchCaller,
): Promise<SearchResult> {
  const request = { ...searchRequest({ track_total_hits: true, ...body }), allowPartialResults: false };
  return searches.search({ request, targets: indices.map(wholeIndex) }, caller);
}

/** An index as the server itself sees it: all of it. */
export function wholeIndex({ uuid, name }: { readonly uuid: string; readonly name: string }): SearchTarget {
  return { uuid, index: name, filters: [], access: undefined };
}
