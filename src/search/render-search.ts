/** The response of a search as an object: `took`, `_shards`, `hits`, `aggregations`, `profile`. */
import { float32Text } from "../compat/json/json-text.ts";
import type { WrittenResult } from "./coordinate/search.ts";
import type { SearchStep } from "./scroll-cursor.ts";
import { renderProfile } from "./coordinate/render-profile.ts";
import { onlySuggests, type SearchRequest } from "./request/search-request.ts";
import { renderFailures, type ShardFailure } from "./shard-failures.ts";

/** How the response is rendered. */
export interface ResponseOptions {
  readonly human: boolean;
  readonly nodeId: string;
  /** What the search is a step of. */
  readonly step?: SearchStep | undefined;
  /** What is told of the clusters that were asked; absent: there was this one alone. */
  readonly clusters?: { readonly shown: Record<string, unknown> | undefined; readonly answered: number } | undefined;
}

/** The response. */
export function renderSearch(
  request: SearchRequest,
  found: WrittenResult,
  options: ResponseOptions,
): Record<string, unknown> {
  const { total: shards, skipped, failures } = found.shards;
  const response: Record<string, unknown> = idOf(options.step);
  response.took = found.tookMs;
  response.timed_out = found.timedOut;
  const searched = shards > skipped;
  const queried = searched && !onlySuggests(request);
  const accurateCount = request.size === 0 && request.trackTotalHits === Number.POSITIVE_INFINITY;
  if (queried && (request.terminateAfter > 0 || accurateCount)) response.terminated_early = found.terminatedEarly;
  if (found.reducePhases !== 1) response.num_reduce_phases = found.reducePhases;
  response._shards = renderShards(shards, failures, skipped);
  if (options.clusters?.shown) response._clusters = options.clusters.shown;
  const hits: Record<string, unknown> = {};
  const total = skipped > 0 && !searched ? renderNone(request) : renderTotal(request, found);
  if (total !== undefined) hits.total = total;
  // Elasticsearch's answer without any shard has a score.
  const hasScore = !searched && options.clusters?.answered !== 0;
  hits.max_score = hasScore ? float32Text(0) : Number.isNaN(found.maxScore) ? null : float32Text(found.maxScore);
  hits.hits = found.hits;
  response.hits = hits;
  if (found.aggregations) response.aggregations = found.aggregations;
  if (found.suggest) response.suggest = found.suggest;
  if (request.profile && queried) response.profile = renderProfile(found.profile, options);
  return response;
}

function idOf(step: SearchStep | undefined): Record<string, unknown> {
  if (step?.id === undefined) return {};
  return step.kind === "scroll" ? { _scroll_id: step.id } : { pit_id: step.id };
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

function renderTotal(request: SearchRequest, found: WrittenResult): unknown {
  const limit = request.trackTotalHits;
  if (limit === 0) return request.totalHitsAsInt ? -1 : undefined;
  if (request.totalHitsAsInt) return found.total;
  const over = found.total > limit || (found.more && found.total >= limit);
  return { value: over ? limit : found.total, relation: over || found.more ? "gte" : "eq" };
}
