/** Statistics of writing: documents, sizes, indexing, merges, refreshes, flushes, the log. */
import { systemClock } from "../../core/clock.ts";
import type { ShardStats } from "../../documents/documents.ts";
import type { CommonStats, Sum } from "./common-stats.ts";

export function writeStats(sum: Sum, shards: readonly ShardStats[]): CommonStats {
  return {
    ...sizeStats(sum),
    shard_stats: { total_count: shards.length },
    indexing: indexing(sum, shards),
    merges: merges(sum),
    refresh: {
      total: sum((s) => s.refresh.total),
      total_time_in_millis: Math.round(sum((s) => s.refresh.timeMs)),
      external_total: sum((s) => s.refresh.externalTotal),
      external_total_time_in_millis: Math.round(sum((s) => s.refresh.timeMs)),
      listeners: sum((s) => s.refresh.listeners),
    },
    flush: {
      total: sum((s) => s.flush.total),
      periodic: sum((s) => s.flush.periodic),
      total_time_in_millis: Math.round(sum((s) => s.flush.timeMs)),
      total_time_excluding_waiting_on_lock_in_millis: Math.round(sum((s) => s.flush.timeMs)),
    },
    translog: {
      operations: sum((s) => s.translogOperations),
      size_in_bytes: sum((s) => s.translogBytes),
      uncommitted_operations: sum((s) => s.uncommittedOperations),
      uncommitted_size_in_bytes: sum((s) => s.translogBytes),
      earliest_last_modified_age: 0,
    },
    bulk: bulk(sum),
  };
}

/** How many documents there are, and what they take. */
export function sizeStats(sum: Sum): CommonStats {
  return {
    docs: {
      count: sum((s) => s.docs),
      deleted: sum((s) => s.deleted),
      total_size_in_bytes: sum((s) => s.segments.reduce((total, segment) => total + segment.bytes, 0)),
    },
    store: {
      size_in_bytes: sum((s) => s.storeBytes),
      total_data_set_size_in_bytes: sum((s) => s.storeBytes),
      reserved_in_bytes: 0,
    },
  };
}

function indexing(sum: Sum, shards: readonly ShardStats[]): CommonStats[string] {
  const now = systemClock.now();
  return {
    index_total: sum((s) => s.indexing.total),
    index_time_in_millis: Math.round(sum((s) => s.indexing.timeMs)),
    index_current: sum((s) => s.indexing.current),
    index_failed: sum((s) => s.indexing.failed),
    index_failed_due_to_version_conflict: sum((s) => s.indexing.versionConflicts),
    delete_total: sum((s) => s.indexing.deleteTotal),
    delete_time_in_millis: Math.round(sum((s) => s.indexing.deleteTimeMs)),
    delete_current: 0,
    noop_update_total: sum((s) => s.indexing.noopUpdates),
    is_throttled: false,
    throttle_time_in_millis: 0,
    // Share of the time since the shard started that went into indexing.
    write_load: shards.reduce((load, s) => load + s.indexing.timeMs / Math.max(1, now - s.recovery.startMs), 0),
  };
}

function merges(sum: Sum): CommonStats[string] {
  return {
    current: sum((s) => s.merges.current),
    current_docs: sum((s) => s.merges.currentDocs),
    current_size_in_bytes: sum((s) => s.merges.currentBytes),
    total: sum((s) => s.merges.total),
    total_time_in_millis: Math.round(sum((s) => s.merges.timeMs)),
    total_docs: sum((s) => s.merges.docs),
    total_size_in_bytes: sum((s) => s.merges.bytes),
    total_stopped_time_in_millis: 0,
    total_throttled_time_in_millis: 0,
    total_auto_throttle_in_bytes: 0,
  };
}

/** Averages are over everything, where Elasticsearch's prefer the latest requests. */
function bulk(sum: Sum): CommonStats[string] {
  const operations = sum((s) => s.bulk.operations);
  const timeMs = sum((s) => s.bulk.timeMs);
  const bytes = sum((s) => s.bulk.bytes);
  return {
    total_operations: operations,
    total_time_in_millis: Math.round(timeMs),
    total_size_in_bytes: bytes,
    avg_time_in_millis: Math.round(timeMs / Math.max(1, operations)),
    avg_size_in_bytes: Math.round(bytes / Math.max(1, operations)),
  };
}
