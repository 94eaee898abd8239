/** What is told of a snapshot, made or being made. */
import type { JsonObject } from "../core/json.ts";
import {
  type FeatureState,
  indicesOf,
  type RepositoryRoot,
  type RootSnapshot,
  type ShardCost,
  type ShardFailure,
  type SnapshotState,
} from "./repository/repository-root.ts";
import type { RunningSnapshot } from "./running-snapshot.ts";

export interface SnapshotInfo {
  readonly repository: string;
  readonly name: string;
  readonly uuid: string;
  readonly state: SnapshotState | "IN_PROGRESS";
  readonly version: string;
  readonly startMs: number;
  /** 0 while it is being made. */
  readonly endMs: number;
  readonly includeGlobalState: boolean;
  readonly metadata: JsonObject | undefined;
  /** Sizes are not known of one that is being made. */
  readonly indices: readonly {
    readonly name: string;
    readonly shards: number;
    readonly bytes?: number;
    readonly segments?: number;
  }[];
  readonly dataStreams: readonly string[];
  readonly featureStates: readonly FeatureState[];
  readonly shards: number;
  readonly successful: number;
  readonly failures: readonly ShardFailure[];
  readonly reason: string | undefined;
}

export function madeSnapshot(repository: string, root: RepositoryRoot, snapshot: RootSnapshot): SnapshotInfo {
  const { metadata, shards, failures, reason, ...rest } = snapshot;
  return {
    ...rest,
    repository,
    metadata,
    indices: indicesOf(root, snapshot),
    shards,
    successful: shards - failures.length,
    failures,
    reason,
  };
}

export function runningSnapshot(running: RunningSnapshot, version: string): SnapshotInfo {
  const { repository, name, uuid, startMs, includeGlobalState, indices, dataStreams, failures, done } = running;
  return {
    repository,
    name,
    uuid,
    state: "IN_PROGRESS",
    version,
    startMs,
    endMs: 0,
    includeGlobalState,
    metadata: running.metadata,
    indices,
    dataStreams,
    featureStates: running.featureStates,
    shards: indices.reduce((sum, { shards }) => sum + shards, 0),
    successful: done.size,
    failures,
    reason: undefined,
  };
}

/** A shard of a snapshot as its status tells it. */
export interface ShardStatus {
  readonly stage: "INIT" | "STARTED" | "FINALIZE" | "DONE" | "FAILURE";
  readonly cost: ShardCost;
  readonly reason: string | undefined;
}

export interface SnapshotStatus {
  readonly info: SnapshotInfo;
  /** By index, in the order of its shards. */
  readonly indices: readonly { readonly name: string; readonly shards: readonly ShardStatus[] }[];
}

const NOTHING: ShardCost = { startMs: 0, timeMs: 0, files: 0, bytes: 0, newFiles: 0, newBytes: 0 };

/** `costOf`: what a shard cost; undefined while it is not done. */
export function statusOf(
  info: SnapshotInfo,
  costOf: (index: string, shard: number) => ShardCost | undefined,
  current?: string,
): SnapshotStatus {
  const isMade = info.state !== "IN_PROGRESS";
  const indices = info.indices.map(({ name, shards }) => ({
    name,
    shards: Array.from({ length: shards }, (_, shard): ShardStatus => {
      const failure = info.failures.find((one) => one.index === name && one.shard === shard);
      const cost = costOf(name, shard) ?? { ...NOTHING, startMs: isMade ? info.startMs : 0 };
      if (failure) return { stage: "FAILURE", cost, reason: failure.reason };
      const running = current === `${name}/${shard}` ? "STARTED" : "INIT";
      return { stage: isMade || costOf(name, shard) ? "DONE" : running, cost, reason: undefined };
    }),
  }));
  return { info, indices };
}
