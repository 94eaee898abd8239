/** What deciders look at: measured and counted for one policy, as plain data. */
import type { Capacity } from "./capacity.ts";

/** A shard that is on a node of the policy. */
export interface ShardSize {
  readonly index: string;
  readonly shard: number;
  readonly bytes: number;
}

/** The backing indices of a data stream, oldest first. */
export interface StreamGrowth {
  readonly name: string;
  readonly indices: readonly { readonly createdMs: number; readonly bytes: number }[];
}

export interface Situation {
  readonly nowMs: number;
  /** Nodes whose roles are those of the policy. */
  readonly nodes: readonly string[];
  readonly current: Capacity;
  /** Of the disks of these nodes. */
  readonly disk: { readonly totalBytes: number; readonly freeBytes: number };
  readonly shards: readonly ShardSize[];
  readonly streams: readonly StreamGrowth[];
  /** Shards of indices that are mounted from snapshots, with the size of what they were mounted from. */
  readonly mounted: readonly ShardSize[];
}
