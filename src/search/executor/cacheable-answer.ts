/** Which answers may be kept in the request cache, as far as the search side knows (`IndicesService.canCache`). */
import type { SearchRequest } from "../request/search-request.ts";
import type { ResolvedReference, SearchResult } from "../search-service.ts";

/**
 * Whether the same request has the same answer as long as nothing changes on its indices. What uses the time (`now`) is
 * not asked about: the cache knows it by the text.
 */
export function isCacheable(
  request: Pick<SearchRequest, "size" | "profile" | "globalStatistics">,
  parameters: Readonly<Record<string, string>>,
  found: Pick<SearchResult, "timedOut" | "shards">,
): boolean {
  if (request.profile || request.globalStatistics || found.timedOut || found.shards.failures.length > 0) return false;
  return request.size === 0 || parameters.request_cache !== undefined;
}

/** Whether an answer shows other indices, on whose changes it is not dropped. Values of documents are in its key. */
export function looksUp(references: readonly ResolvedReference[] | undefined): boolean {
  return references?.some(({ reference }) => reference.kind === "index") ?? false;
}
