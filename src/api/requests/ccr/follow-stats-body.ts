/** How followers are, as `ccr.stats` and `ccr.follow_stats` show it. */
import { errorBody } from "../../../compat/errors.ts";
import { humanBytes } from "../../../compat/human-size.ts";
import type { ActiveFollower } from "../../../replication/followers.ts";
import type { FollowerShard } from "../../../replication/follower-shard.ts";

export function followStatsBody(active: readonly ActiveFollower[], human: boolean): object {
  const sorted = [...active].sort((one, other) => (one.index.name < other.index.name ? -1 : 1));
  return {
    indices: sorted.map((follower) => ({
      index: follower.index.name,
      total_global_checkpoint_lag: follower.shards.reduce((sum, { counts }) => sum + lagOf(counts), 0),
      shards: follower.shards.map((shard, number) => shownShard(follower, shard, number, human)),
    })),
  };
}

function lagOf({ leaderGlobalCheckpoint, followerGlobalCheckpoint }: FollowerShard["counts"]): number {
  return Math.max(0, leaderGlobalCheckpoint - followerGlobalCheckpoint);
}

function shownShard({ record, index }: ActiveFollower, shard: FollowerShard, number: number, human: boolean): object {
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
      exception: error,
    })),
    time_since_last_read_millis: shard.sinceLastReadMs,
    ...(fatal ? { fatal_exception: errorBody(fatal) } : {}),
  };
}
