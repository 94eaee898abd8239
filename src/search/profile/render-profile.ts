/** The `profile` of a response: for each shard, where the time went (`SearchProfileResults`). */
import type { AnsweredShard, QueryPhaseResult } from "../shard/query-phase.ts";
import { humanNanos } from "./profiled-plan.ts";

/** What names the node and the layout. */
export interface ProfileOptions {
  readonly nodeId: string;
  readonly human: boolean;
}

/** `{shards: […]}`. */
export function renderProfile(found: QueryPhaseResult, options: ProfileOptions): Record<string, unknown> {
  return { shards: found.answered.map((shard) => renderShard(shard, options)) };
}

function renderShard(shard: AnsweredShard, options: ProfileOptions): Record<string, unknown> {
  const { view, index } = shard.prepared;
  const { profile } = shard;
  const nanos = profile?.collectNanos ?? 0;
  return {
    id: `[${options.nodeId}][${view.index}][${view.shard}]`,
    node_id: options.nodeId,
    shard_id: view.shard,
    index: view.index,
    cluster: "(local)",
    searches: [
      {
        query: profile ? [profile.render(options.human)] : [],
        rewrite_time: profile?.rewriteNanos ?? 0,
        collector: [timed({ name: "QueryPhaseCollector", reason: "search_query_phase" }, nanos, options.human)],
      },
    ],
    aggregations: index.aggregations.aggregations.map((aggregation) =>
      timed({ type: aggregation.kind, description: aggregation.name }, nanos, options.human),
    ),
  };
}

function timed(head: Record<string, unknown>, nanos: number, human: boolean): Record<string, unknown> {
  return { ...head, ...(human ? { time: humanNanos(nanos) } : {}), time_in_nanos: nanos };
}
