/**
 * The sections of a search that look for nearest vectors, searched before all else: of what each shard has, the best of
 * all shards take part in the search (`DfsQueryPhase`).
 */
import { NO_AGGREGATIONS } from "../../aggregation/tree/child-results.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { RankedDocs } from "../../query/ranked/ranked-docs.ts";
import { emptyRequest, type SearchRequest } from "../request/search-request.ts";
import { phaseFailure } from "../shard-failures.ts";
import type { ShardResult } from "../shard-result.ts";
import { failuresOf, reduce } from "./reduce.ts";

/** Runs the query phase of a search on the shards of the request. */
export type RunPhase = (request: SearchRequest) => Generator<void, readonly ShardResult[]>;

/**
 * Adds what each section finds, as a list of its number, and answers what a profiled request measured. Throws when no
 * shard can tell.
 */
export function* findNearest(
  request: SearchRequest,
  ranked: RankedDocs,
  nodeId: string,
  run: RunPhase,
): Generator<void, readonly ShardResult[]> {
  const profiled: ShardResult[] = [];
  for (const [list, section] of request.knn.entries()) {
    const asked = sectionRequest(request, section);
    const results = yield* run(asked);
    if (request.profile) profiled.push(...results);
    const failures = failuresOf(results, nodeId);
    if (failures.length > 0 && failures.length === results.length)
      throw phaseFailure(failures, "all shards failed", "dfs");
    const reduction = { aggregations: NO_AGGREGATIONS, maxBuckets: 0, countBuckets: () => undefined };
    for (const { shard, hit } of reduce(asked, results, nodeId, reduction).hits) {
      const { segment, doc, score } = hit;
      ranked.add(list, { index: shard.index, shard: shard.shard, segment, doc, score });
    }
  }
  return profiled;
}

/** The search for the nearest of one section. */
function sectionRequest({ size, runtimeMappings, timeoutMs, profile }: SearchRequest, section: Json): SearchRequest {
  const k = isJsonObject(section) ? section["k"] : undefined;
  return {
    ...emptyRequest(),
    nearest: section,
    size: k === undefined || k === null ? size : Number(k),
    trackTotalHits: 0,
    allowPartialResults: true,
    runtimeMappings,
    timeoutMs,
    profile,
  };
}
