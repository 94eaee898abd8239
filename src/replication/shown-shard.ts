/** How a shard that follows another one is, as statistics and tasks show it. */
import { errorBody } from "../compat/errors.ts";
import { humanBytes } from "../compat/human-size.ts";
import type { JsonObject } from "../core/json.ts";
import type { FollowerRecord } from "./follower-record.ts";
import type { FollowerShard } from "./follower-shard.ts";

/** Whose shard it is. */
export interface FollowerName {
  readonly index: { readonly name: string };
  readonly record: Pick<FollowerRecord, "remoteCluster" | "leaderIndex">;
}

export function shownShard(
  { record, index }: FollowerName,
  shard: FollowerShard,
  number: number,
  human = false,
): JsonObject {
  const { counts, versions, fatal } = shard;
  return {
    remote_cluster: record.remoteCluster,
    leader_index: record.leaderIndex,
    follower_index: index.name,
    shard_id: number,
    leader_global_checkpoint: counts.leaderGlobalCheckpoint,
    leader_max_seq_no: counts.leaderMaxSeqNo,
    follower_global_checkpoint: counts.followerGlobalCheckpoint,
    follower_max_seq_no: counts.followerMaxSeqNo,
    last_requested_seq_no: shard.lastRequestedSeqNo,
    outstanding_read_requests: counts.outstandingReads,
    outstanding_write_requests: counts.outstandingWrites,
    write_buffer_operation_count: shard.bufferedOperations,
    ...(human ? { write_buffer_size: humanBytes(counts.bufferBytes) } : {}),
    write_buffer_size_in_bytes: counts.bufferBytes,
    follower_mapping_version: versions.mapping,
    follower_settings_version: versions.settings,
    follower_aliases_version: versions.aliases,
    total_read_time_millis: Math.round(counts.readMs),
    total_read_remote_exec_time_millis: Math.round(counts.remoteReadMs),
    successful_read_requests: counts.reads,
    failed_read_requests: counts.failedReads,
    operations_read: counts.operationsRead,
    bytes_read: counts.bytesRead,
    total_write_time_millis: Math.round(counts.writeMs),
    successful_write_requests: counts.writes,
    failed_write_requests: counts.failedWrites,
    operations_written: counts.operationsWritten,
    read_exceptions: shard.failedReads.map(({ fromSeqNo, retries, error }) => ({
      from_seq_no: fromSeqNo,
      retries,
      exception: error as unknown as JsonObject,
    })),
    time_since_last_read_millis: shard.sinceLastReadMs,
    ...(fatal ? { fatal_exception: errorBody(fatal) as unknown as JsonObject } : {}),
  };
}
