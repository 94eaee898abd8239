/** Which answers may be kept in the request cache, as far as the search side knows (`IndicesService.canCache`). */
import { isJsonObject } from "../../core/json.ts";
import type { SearchRequest } from "../request/search-request.ts";

/**
 * Whether the same request has the same answer as long as nothing changes on its indices. What uses the time (`now`) is
 * not asked about: the cache knows it by the text.
 */
export function isCacheable(
  request: Pick<SearchRequest, "size" | "profile" | "globalStatistics">,
  parameters: Readonly<Record<string, string>>,
  outcome: { readonly timedOut: boolean; readonly failed: number },
): boolean {
  if (request.profile || request.globalStatistics || outcome.timedOut || outcome.failed > 0) return false;
  return request.size === 0 || parameters.request_cache !== undefined;
}

/** What the response of a search says about itself. */
export function outcomeOf(response: Readonly<Record<string, unknown>>): { timedOut: boolean; failed: number } {
  const { timed_out: timedOut, _shards: shards } = response;
  const failed = isJsonObject(shards) ? Number(shards.failed) : 0;
  return { timedOut: timedOut === true, failed };
}
