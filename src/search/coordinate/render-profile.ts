/** The `profile` of a response: for each shard, where the time went (`SearchProfileResults`). */
import type { ProfiledNode, ShardProfile, ShardReference } from "../shard-result.ts";

/** The shards that answered, with what they measured. */
export interface ProfiledShard {
  readonly shard: ShardReference;
  readonly profile: ShardProfile;
}

/** What names the node and the layout. */
export interface ProfileOptions {
  readonly nodeId: string;
  readonly human: boolean;
}

/** `{shards: […]}`. */
export function renderProfile(shards: readonly ProfiledShard[], options: ProfileOptions): Record<string, unknown> {
  return { shards: shards.map((shard) => renderShard(shard, options)) };
}

function renderShard({ shard, profile }: ProfiledShard, options: ProfileOptions): Record<string, unknown> {
  const { collectNanos: nanos } = profile;
  return {
    id: `[${options.nodeId}][${shard.index}][${shard.shard}]`,
    node_id: options.nodeId,
    shard_id: shard.shard,
    index: shard.index,
    cluster: "(local)",
    searches: [
      {
        query: [renderNode(profile.query, options.human)],
        rewrite_time: profile.rewriteNanos,
        collector: [timed({ name: "QueryPhaseCollector", reason: "search_query_phase" }, nanos, options.human)],
      },
    ],
    aggregations: profile.aggregations.map(({ kind, name }) =>
      timed({ type: kind, description: name }, nanos, options.human),
    ),
  };
}

/** A node in the shape of Elasticsearch. */
function renderNode(node: ProfiledNode, human: boolean): Record<string, unknown> {
  const rendered = timed({ type: node.type, description: node.description }, node.nanos, human);
  rendered.breakdown = node.breakdown;
  if (node.children.length > 0) rendered.children = node.children.map((child) => renderNode(child, human));
  return rendered;
}

function timed(head: Record<string, unknown>, nanos: number, human: boolean): Record<string, unknown> {
  return { ...head, ...(human ? { time: humanNanos(nanos) } : {}), time_in_nanos: nanos };
}

/** `1.3ms`, `291.6micros`: a duration for people (`TimeValue.toHumanReadableString`). */
function humanNanos(nanos: number): string {
  const units: [number, string][] = [
    [1e9, "s"],
    [1e6, "ms"],
    [1e3, "micros"],
  ];
  for (const [size, unit] of units) {
    if (nanos < size) continue;
    const value = Math.floor((nanos / size) * 10) / 10;
    return `${value}${unit}`;
  }
  return `${nanos}nanos`;
}
