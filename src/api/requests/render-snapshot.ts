/** Snapshots as they are shown. */
import { humanBytes, humanTime } from "../../compat/human-size.ts";
import { INDEX_VERSION } from "../../cluster/index-version.ts";
import { ownOf, put } from "../../core/names.ts";
import type { SnapshotInfo } from "../../snapshots/snapshot-info.ts";

/** What of a snapshot is shown. */
export interface SnapshotView {
  readonly verbose: boolean;
  readonly indexNames: boolean;
  readonly indexDetails: boolean;
  readonly includeRepository: boolean;
  readonly human: boolean;
}

export const WHOLE_SNAPSHOT: SnapshotView = {
  verbose: true,
  indexNames: true,
  indexDetails: false,
  includeRepository: true,
  human: false,
};

export function shownSnapshot(info: SnapshotInfo, view: SnapshotView): object {
  const { name, uuid, repository, dataStreams, state } = info;
  const names = info.indices.map((index) => index.name);
  const head = { snapshot: name, uuid, ...(view.includeRepository ? { repository } : {}) };
  if (!view.verbose) return { ...head, indices: names.sort(), data_streams: dataStreams, state };
  return {
    ...head,
    version_id: Number(INDEX_VERSION),
    version: info.version,
    ...(view.indexNames ? { indices: names } : {}),
    ...(view.indexDetails ? { index_details: detailsOf(info, view.human) } : {}),
    data_streams: dataStreams,
    include_global_state: info.includeGlobalState,
    ...(info.metadata ? { metadata: info.metadata } : {}),
    state,
    ...(info.reason === undefined ? {} : { reason: info.reason }),
    ...timesOf(info, view.human),
    failures: info.failures.map(({ index, indexUuid, shard, reason }) => ({
      index,
      index_uuid: indexUuid,
      shard_id: shard,
      reason,
      status: "INTERNAL_SERVER_ERROR",
    })),
    shards: { total: info.shards, failed: info.failures.length, successful: info.successful },
    feature_states: info.featureStates.map(({ feature, indices }) => ({ feature_name: feature, indices })),
  };
}

function timesOf({ startMs, endMs, state }: SnapshotInfo, human: boolean): object {
  const durationMs = state === "IN_PROGRESS" ? 0 : endMs - startMs;
  return {
    start_time: new Date(startMs).toISOString(),
    start_time_in_millis: startMs,
    end_time: new Date(endMs).toISOString(),
    end_time_in_millis: endMs,
    ...(human ? { duration: humanTime(durationMs) } : {}),
    duration_in_millis: durationMs,
  };
}

function detailsOf({ indices }: SnapshotInfo, human: boolean): object {
  const details: Record<string, object> = {};
  for (const { name, shards, bytes = 0, segments = 0 } of [...indices].sort(byName))
    put(details, name, {
      shard_count: shards,
      ...(human ? { size: humanBytes(bytes) } : {}),
      size_in_bytes: bytes,
      max_segments_per_shard: segments,
    });
  return details;
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** The policy that made a snapshot; undefined for none. */
export function policyOf({ metadata }: SnapshotInfo): string | undefined {
  const policy = ownOf(metadata, "policy");
  return typeof policy === "string" ? policy : undefined;
}
