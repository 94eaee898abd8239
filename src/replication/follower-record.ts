/** What the cluster state keeps of an index that follows another one, by the uuid of the index. */
import type { ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import { streamOf } from "../cluster/data-streams/data-stream.ts";
import { RequestError } from "../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";

/** Kind of `ClusterState.customs`. */
export const FOLLOWERS = "ccr_followers";

/** Says that an index takes operations of its leader only. */
export const FOLLOWING = "index.xpack.ccr.following_index";

export interface FollowerRecord {
  readonly remoteCluster: string;
  readonly leaderIndex: string;
  readonly leaderUuid: string;
  /** One for each shard of the leader. */
  readonly historyUuids: readonly string[];
  /** Paused when false. */
  readonly isActive: boolean;
  /** The tuning fields that were given when it was started. */
  readonly parameters: JsonObject;
}

/** A text of what is stored; empty where there is none. */
export function textOf(stored: JsonObject, member: string): string {
  const value = ownOf(stored, member);
  return typeof value === "string" ? value : "";
}

export function followerOf(state: ClusterState, { uuid }: Pick<IndexMetadata, "uuid">): FollowerRecord | undefined {
  const stored = ownOf(ownOf(state.customs, FOLLOWERS), uuid);
  if (!stored) return undefined;
  const parameters = ownOf(stored, "parameters");
  return {
    remoteCluster: textOf(stored, "remote_cluster"),
    leaderIndex: textOf(stored, "leader_index"),
    leaderUuid: textOf(stored, "leader_index_uuid"),
    historyUuids: textOf(stored, "leader_index_shard_history_uuids").split(","),
    isActive: ownOf(stored, "active") === true,
    parameters: isJsonObject(parameters) ? parameters : {},
  };
}

export function storedFollower(record: FollowerRecord): JsonObject {
  return {
    remote_cluster: record.remoteCluster,
    leader_index: record.leaderIndex,
    leader_index_uuid: record.leaderUuid,
    leader_index_shard_history_uuids: record.historyUuids.join(","),
    active: record.isActive,
    parameters: record.parameters,
  };
}

/** Indices that follow others. */
export function followers(state: ClusterState): { index: IndexMetadata; record: FollowerRecord }[] {
  if (ownOf(state.customs, FOLLOWERS) === undefined) return [];
  return Object.values(state.indices).flatMap((index) => {
    const record = followerOf(state, index);
    return record ? [{ index, record }] : [];
  });
}

/** Throws 403 when one of the indices follows another one, whose mapping it takes over. */
export function checkOwnMapping(state: ClusterState, indices: readonly IndexMetadata[]): void {
  const following = followingAmong(state, indices);
  if (following.length === 0) return;
  throw new RequestError(
    403,
    "status_exception",
    `can't put mapping to the following indices [${following.join(", ")}]; the mapping of the following indices are self-replicated from its leader indices`,
  );
}

/**
 * Throws 403 when one of the indices follows another one, whose aliases it takes over. Those of a data stream are its
 * own.
 */
export function checkOwnAliases(state: ClusterState, indices: readonly IndexMetadata[]): void {
  const following = followingAmong(
    state,
    indices.filter((index) => streamOf(index) === undefined),
  );
  if (following.length === 0) return;
  throw new RequestError(
    403,
    "status_exception",
    `can't modify aliases on indices [${following.join(", ")}]; aliases of following indices are self-replicated from their leader indices`,
  );
}

function followingAmong(state: ClusterState, indices: readonly IndexMetadata[]): string[] {
  if (ownOf(state.customs, FOLLOWERS) === undefined) return [];
  return indices.filter((index) => followerOf(state, index)).map(({ name }) => name);
}
