/** Which shards of an index become which of another one with more or fewer shards, or as many. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";

export interface ResizePlan {
  /** The index that is copied, by its uuid: nothing is written to it meanwhile. */
  readonly source: string;
  readonly sourceShards: number;
  /** The index that is made, before anybody knows of it. */
  readonly target: IndexMetadata;
}

/** Shards of the source with documents of a shard of the target. */
export function sourceShardsOf({ sourceShards, target }: ResizePlan, shard: number): number[] {
  const { numberOfShards } = target;
  if (numberOfShards >= sourceShards) return [Math.floor(shard / (numberOfShards / sourceShards))];
  const each = sourceShards / numberOfShards;
  return Array.from({ length: each }, (_, at) => shard * each + at);
}
