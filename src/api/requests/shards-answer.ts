/** `_shards` of operations that run on every shard of some indices. */
import type { ResolvedIndex } from "../../cluster/cluster-service.ts";

/** `{total, successful, failed}`: copies that should be there, and those that are (one of each shard). */
export function shardsAnswer(indices: readonly ResolvedIndex[]): { total: number; successful: number; failed: number } {
  let total = 0;
  let successful = 0;
  for (const { metadata } of indices) {
    total += metadata.numberOfShards * (1 + metadata.numberOfReplicas);
    successful += metadata.numberOfShards;
  }
  return { total, successful, failed: 0 };
}
