/**
 * `cluster.max_shards_per_node`: the maximum number of shards of open indices, replicas included
 * (`ShardLimitValidator`).
 */
import { validationFailed } from "../compat/validation-failed.ts";
import { ownOf } from "../core/names.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import { openShards, openShardsOf } from "./index-table.ts";

const SETTING = "cluster.max_shards_per_node";
const DEFAULT_LIMIT = 1000;
const MORE =
  "for more information, see https://www.elastic.co/guide/en/elasticsearch/reference/8.19/size-your-shards.html#troubleshooting-max-shards-open";

/**
 * Throws 400 `validation_exception` when `after` has more shards than `before` and than the limit. System indices do
 * not count.
 */
export function checkShardLimit(before: ClusterState, after: readonly IndexMetadata[]): void {
  let added = 0;
  for (const index of after) {
    const known = ownOf(before.indices, index.name);
    added += openShardsOf(index) - (known ? openShardsOf(known) : 0);
  }
  if (added <= 0) return;
  const used = openShards(before);
  const limit = shardLimitOf(before);
  if (used + added <= limit) return;
  const reason = `this action would add [${added}] shards, but this cluster currently has [${used}]/[${limit}] maximum normal shards open; ${MORE}`;
  throw validationFailed([reason], "validation_exception");
}

/** How many there may be. */
export function shardLimitOf(state: ClusterState): number {
  const set = state.transientSettings[SETTING] ?? state.persistentSettings[SETTING];
  return set === undefined ? DEFAULT_LIMIT : Number(set);
}
