/** From what the shards found to what the request found: plain data in, plain data out. */
import type { ChildPartials, Rendered, SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { renderChildren } from "../../aggregation/tree/child-results.ts";
import { reduceResults } from "../../aggregation/tree/reduce-results.ts";
import { fromPortableError, RequestError } from "../../compat/errors.ts";
import { firstOfGroups } from "../../hits/collect/shard-hit.ts";
import { compareSorts } from "../../hits/sort/compare-sorts.ts";
import { isRelevance } from "../../hits/sort/sort-spec.ts";
import { mergedSuggestions } from "../../hits/suggest/merged-suggestions.ts";
import type { SuggestedEntry } from "../../hits/suggest/suggester.ts";
import type { ProfiledShard } from "./render-profile.ts";
import type { SearchRequest } from "../request/search-request.ts";
import { BucketCounter } from "../shard/request-accounts.ts";
import { phaseFailure, reduceFailure, type ShardFailure } from "../shard-failures.ts";
import type { HitReference, ShardMatches, ShardResult } from "../shard-result.ts";

/** What all shards together found. */
export interface ReducedSearch {
  /** The page asked for. */
  readonly hits: readonly HitReference[];
  readonly total: number;
  /** Whether there may be more than `total`. */
  readonly more: boolean;
  /** NaN: none. */
  readonly maxScore: number;
  /** As responses show them; undefined without aggregations, and where no shard answered. */
  readonly aggregations: Readonly<Record<string, unknown>> | undefined;
  /** The entries of each suggestion; undefined without any, and where no shard answered. */
  readonly suggestions: readonly (readonly SuggestedEntry[])[] | undefined;
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean;
  readonly failures: readonly ShardFailure[];
  /** Where the time went on the shards that answered; empty unless that was asked for. */
  readonly profile: readonly Pick<ProfiledShard, "shard" | "profile">[];
}

/** What aggregations are reduced by. */
export interface AggregationReduction {
  /** As an index reads them, in the order of the partial results. */
  readonly aggregations: SubAggregations;
  /** search.max_buckets */
  readonly maxBuckets: number;
  /** Hears of buckets as they are made; what it throws ends the search. */
  readonly countBuckets: (count: number) => void;
  /** Hears of work of another kind, and ends the search in the same way. */
  readonly step?: () => void;
  /** Asked while buckets are merged and shown: throws when the search was cancelled. */
  readonly checkCancelled?: () => void;
}

type Answered = Extract<ShardResult, { matches: ShardMatches }>;

/** Throws when no shard could answer, when a part is not enough, or when there are too many buckets. */
export function reduce(
  request: SearchRequest,
  results: readonly ShardResult[],
  nodeId: string,
  reduction: AggregationReduction,
): ReducedSearch {
  const answered = results.filter((result): result is Answered => "matches" in result);
  const failures = failuresOf(results, nodeId);
  const phase = request.knn.length > 0 ? "dfs_query" : "query";
  if (failures.length > 0 && answered.length === 0) throw phaseFailure(failures, "all shards failed", phase);
  if (failures.length > 0 && !request.allowPartialResults)
    throw phaseFailure(failures, "Partial shards failure", phase);
  const scores = answered.map(({ matches }) => matches.maxScore).filter((score) => !Number.isNaN(score));
  const showsScores = request.size > 0 && (isRelevance(request.sort) || request.trackScores);
  return {
    hits: page(request, answered),
    total: answered.reduce((sum, { matches }) => sum + matches.total, 0),
    more: answered.some(({ matches }) => matches.more),
    maxScore: showsScores && scores.length > 0 ? Math.max(...scores) : Number.NaN,
    aggregations: answered.length > 0 ? reduceAggregations(request, answered, reduction) : undefined,
    suggestions: reduceSuggestions(request, answered),
    timedOut: answered.some(({ matches }) => matches.timedOut),
    terminatedEarly: answered.some(({ matches }) => matches.terminatedEarly),
    failures,
    profile: answered.flatMap(({ shard, profile }) => (profile ? [{ shard, profile }] : [])),
  };
}

/** What went wrong on shards. */
export function failuresOf(results: readonly ShardResult[], node: string): ShardFailure[] {
  return results.flatMap((result) => {
    if (!("error" in result)) return [];
    const { index, uuid, shard, elsewhere } = result.shard;
    return [{ index, uuid, shard, node: elsewhere?.node ?? node, error: fromPortableError(result.error) }];
  });
}

/**
 * Hits from..from + size of all shards: by key, of equal ones the one of the earlier shard, then the earlier document.
 */
function page(request: SearchRequest, answered: readonly Answered[]): HitReference[] {
  if (request.size === 0) return [];
  const to = request.from + request.size;
  const [only] = answered;
  if (only && answered.length === 1)
    return only.matches.hits.slice(request.from, to).map((hit) => ({ shard: only.shard, hit }));
  const all: (HitReference & { order: number })[] = [];
  answered.forEach(({ shard, matches }, order) => {
    for (const hit of matches.hits) all.push({ shard, hit, order });
  });
  const compare = isRelevance(request.sort) ? undefined : compareSorts(request.sort);
  // The lists are in order by themselves and the sort is stable, so that equal hits of a shard keep their order.
  all.sort((left, right) => {
    const order = compare ? compare(left.hit.sort, right.hit.sort) : right.hit.score - left.hit.score;
    return order || left.order - right.order;
  });
  return firstOfGroups(all, ({ hit }) => hit.group).slice(request.from, to);
}

function reduceAggregations(
  { typedKeys }: SearchRequest,
  answered: readonly Answered[],
  reduction: AggregationReduction,
): Rendered | undefined {
  const { aggregations } = reduction;
  if (aggregations.aggregations.length === 0) return undefined;
  const partials = answered.map(({ matches }) => matches.aggregations);
  return renderChildren(aggregations, merged(reduction, partials), {
    typedKeys,
    ...(reduction.checkCancelled ? { step: reduction.checkCancelled } : {}),
  });
}

function reduceSuggestions(
  { suggest = [] }: SearchRequest,
  answered: readonly Answered[],
): SuggestedEntry[][] | undefined {
  if (suggest.length === 0 || answered.length === 0) return undefined;
  try {
    return mergedSuggestions(
      suggest,
      answered.map(({ suggestions }) => suggestions),
    );
  } catch (error) {
    throw error instanceof RequestError ? reduceFailure(error) : error;
  }
}

function merged(
  { aggregations, maxBuckets, countBuckets, step, checkCancelled }: AggregationReduction,
  partials: readonly ChildPartials[],
): ChildPartials {
  const buckets = new BucketCounter(maxBuckets);
  const count = (more: number): void => {
    checkCancelled?.();
    buckets.count(more);
    countBuckets(more);
  };
  try {
    return reduceResults(aggregations, partials, { countBuckets: count, ...(step ? { step } : {}) });
  } catch (error) {
    const failed = error instanceof RequestError && error.type !== "task_cancelled_exception";
    throw failed ? reduceFailure(error) : error;
  }
}
