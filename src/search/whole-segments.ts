/** Searches that segments answer without a look at their documents. */
import type { SubAggregations } from "../aggregation/aggregation-kind.ts";
import type { Plan, SearcherView } from "../query/query.ts";

/** What decides whether all documents of a segment are collected. */
export interface MatchedSegments {
  readonly view: SearcherView;
  readonly plan: Plan;
  readonly minScore: number | undefined;
  readonly terminateAfter: number;
}

/** Whether all documents of a segment are known to match, and are collected. */
export function matchesAll({ view, plan, minScore, terminateAfter }: MatchedSegments, segment: number): boolean {
  const reader = view.segments[segment];
  if (!reader || minScore !== undefined || terminateAfter > 0 || view.liveDocs[segment]) return false;
  return plan.count?.(reader) === reader.docCount;
}

/** Whether dictionaries and columns know all that the aggregations ask for. */
export function knowsWhole(shard: MatchedSegments & { readonly aggregations: SubAggregations }): boolean {
  const { view } = shard;
  const { aggregations } = shard.aggregations;
  if (aggregations.length === 0 || !aggregations.every((each) => each.knowsWhole?.(view) === true)) return false;
  return view.segments.every((_, segment) => matchesAll(shard, segment));
}
