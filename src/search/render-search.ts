/** The response of a search as an object: `took`, `_shards`, `hits`, `aggregations`, `profile`. */
import type { ChildPartials, SubAggregations } from "../aggregation/aggregation-kind.ts";
import { renderChildren } from "../aggregation/tree/child-results.ts";
import { reduceResults } from "../aggregation/tree/reduce-results.ts";
import { RequestError } from "../compat/errors.ts";
import { float32Text } from "../compat/json/json-text.ts";
import type { QueryPhaseResult } from "./shard/query-phase.ts";
import { BucketCounter } from "./shard/request-accounts.ts";
import { renderProfile } from "./profile/render-profile.ts";
import type { SearchRequest } from "./request/search-request.ts";
import { reduceFailure, renderFailures, type ShardFailure } from "./shard-failures.ts";

/** What the response is made of. */
export interface SearchOutcome {
  readonly request: SearchRequest;
  readonly shardCount: number;
  /** Shards on which nothing could match. */
  readonly skippedCount: number;
  readonly found: QueryPhaseResult;
  readonly hits: readonly unknown[];
  readonly tookMs: number;
  readonly human: boolean;
  readonly nodeId: string;
  /** search.max_buckets */
  readonly maxBuckets: number;
}

/** The response. */
export function renderSearch(outcome: SearchOutcome): Record<string, unknown> {
  const { request, found } = outcome;
  const response: Record<string, unknown> = { took: outcome.tookMs, timed_out: found.timedOut };
  const searched = outcome.shardCount > outcome.skippedCount;
  const accurateCount = request.size === 0 && request.trackTotalHits === Number.POSITIVE_INFINITY;
  if (searched && (request.terminateAfter > 0 || accurateCount)) response.terminated_early = found.terminatedEarly;
  response._shards = renderShards(outcome.shardCount, found.failures, outcome.skippedCount);
  const hits: Record<string, unknown> = {};
  const total = outcome.skippedCount > 0 && !searched ? renderNone(request) : renderTotal(request, found);
  if (total !== undefined) hits.total = total;
  // Elasticsearch's answer without any shard has a score.
  hits.max_score = !searched ? float32Text(0) : Number.isNaN(found.maxScore) ? null : float32Text(found.maxScore);
  hits.hits = outcome.hits;
  response.hits = hits;
  const aggregations = renderAggregations(outcome);
  if (aggregations) response.aggregations = aggregations;
  if (request.profile && searched) response.profile = renderProfile(found, outcome);
  return response;
}

/** `{total, successful, skipped, failed, failures}`. */
export function renderShards(total: number, failures: readonly ShardFailure[], skipped = 0): Record<string, unknown> {
  const shards: Record<string, unknown> = {
    total,
    successful: total - failures.length,
    skipped,
    failed: failures.length,
  };
  if (failures.length > 0) shards.failures = renderFailures(failures);
  return shards;
}

/** The total when all shards were left out; it is shown even where totals are not asked for. */
function renderNone({ totalHitsAsInt }: SearchRequest): unknown {
  return totalHitsAsInt ? 0 : { value: 0, relation: "eq" };
}

function renderTotal(request: SearchRequest, found: QueryPhaseResult): unknown {
  const limit = request.trackTotalHits;
  if (limit === 0) return request.totalHitsAsInt ? -1 : undefined;
  if (request.totalHitsAsInt) return found.total;
  const over = found.total > limit || (found.more && found.total >= limit);
  return { value: over ? limit : found.total, relation: over || found.more ? "gte" : "eq" };
}

/** Reduces and renders; undefined without aggregations, and where no shard was asked. */
function renderAggregations({ request, found, maxBuckets }: SearchOutcome): Record<string, unknown> | undefined {
  const tree = found.answered[0]?.prepared.index.aggregations;
  if (!tree || tree.aggregations.length === 0) return undefined;
  return renderChildren(tree, reduce(tree, found, maxBuckets), { typedKeys: request.typedKeys });
}

function reduce(tree: SubAggregations, found: QueryPhaseResult, maxBuckets: number): ChildPartials {
  const buckets = new BucketCounter(maxBuckets);
  try {
    return reduceResults(tree, found.aggregations, { countBuckets: buckets.count });
  } catch (error) {
    throw error instanceof RequestError ? reduceFailure(error) : error;
  }
}
