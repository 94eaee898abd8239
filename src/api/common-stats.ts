/** The statistics that indices, nodes and shards have in common, summed over shards (CommonStats). */
import type { ShardStats } from "../documents/documents.ts";
import type { SearchCounts } from "./search-counters.ts";

/** Sections by the name they have in responses; sizes in bytes, times in milliseconds. */
export type CommonStats = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Sections by the name of the metric that asks for them. */
export const METRICS: Readonly<Record<string, string>> = {
  docs: "docs", shard_stats: "shard_stats", store: "store", indexing: "indexing", get: "get", search: "search", merge: "merges",
  refresh: "refresh", flush: "flush", warmer: "warmer", query_cache: "query_cache", fielddata: "fielddata", completion: "completion",
  segments: "segments", translog: "translog", request_cache: "request_cache", recovery: "recovery", bulk: "bulk",
  dense_vector: "dense_vector", sparse_vector: "sparse_vector",
};

/** Sums shards. What the engine does not have (caches, fielddata, vectors, warmers) is nought. */
export function commonStats(shards: readonly ShardStats[], searches: SearchCounts): CommonStats {
  const sum = (value: (shard: ShardStats) => number): number => shards.reduce((total, shard) => total + value(shard), 0);
  return { ...writeStats(sum, shards.length), ...readStats(sum, searches), ...ABSENT };
}

type Sum = (value: (shard: ShardStats) => number) => number;

function writeStats(sum: Sum, shardCount: number): CommonStats {
  return {
    docs: { count: sum((s) => s.docs), deleted: sum((s) => s.deleted), total_size_in_bytes: sum((s) => s.segments.reduce((total, segment) => total + segment.bytes, 0)) },
    shard_stats: { total_count: shardCount },
    store: { size_in_bytes: sum((s) => s.storeBytes), total_data_set_size_in_bytes: sum((s) => s.storeBytes), reserved_in_bytes: 0 },
    indexing: {
      index_total: sum((s) => s.indexing.total),
      index_time_in_millis: Math.round(sum((s) => s.indexing.timeMs)),
      index_current: sum((s) => s.indexing.current),
      index_failed: sum((s) => s.indexing.failed),
      delete_total: sum((s) => s.indexing.deleteTotal),
      delete_time_in_millis: Math.round(sum((s) => s.indexing.deleteTimeMs)),
      delete_current: 0,
      noop_update_total: sum((s) => s.indexing.noopUpdates),
      is_throttled: false,
      throttle_time_in_millis: 0,
    },
    merges: {
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
    },
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
    bulk: {
      total_operations: sum((s) => s.indexing.total + s.indexing.deleteTotal),
      total_time_in_millis: Math.round(sum((s) => s.indexing.timeMs + s.indexing.deleteTimeMs)),
    },
  };
}

function readStats(sum: Sum, searches: SearchCounts): CommonStats {
  return {
    get: {
      total: sum((s) => s.get.total),
      time_in_millis: Math.round(sum((s) => s.get.timeMs)),
      exists_total: sum((s) => s.get.exists),
      missing_total: sum((s) => s.get.missing),
      current: 0,
    },
    search: {
      open_contexts: 0,
      query_total: searches.queries,
      query_time_in_millis: Math.round(searches.timeMs),
      query_current: searches.current,
      scroll_total: 0,
      scroll_time_in_millis: 0,
      scroll_current: 0,
      suggest_total: 0,
      suggest_time_in_millis: 0,
      suggest_current: 0,
    },
    segments: {
      count: sum((s) => s.segments.length),
      memory_in_bytes: sum((s) => s.segments.reduce((total, segment) => total + segment.memoryBytes, 0)),
      max_unsafe_auto_id_timestamp: -1,
      file_sizes: {},
    },
  };
}

const ABSENT: CommonStats = {
  warmer: { current: 0, total: 0, total_time_in_millis: 0 },
  query_cache: { memory_size_in_bytes: 0, total_count: 0, hit_count: 0, miss_count: 0, cache_size: 0, cache_count: 0, evictions: 0 },
  fielddata: { memory_size_in_bytes: 0, evictions: 0, global_ordinals: { build_time_in_millis: 0 } },
  completion: { size_in_bytes: 0 },
  request_cache: { memory_size_in_bytes: 0, evictions: 0, hit_count: 0, miss_count: 0 },
  recovery: { current_as_source: 0, current_as_target: 0, throttle_time_in_millis: 0 },
  dense_vector: { value_count: 0 },
  sparse_vector: { value_count: 0 },
};

/** Only the sections that are wanted; undefined: all. */
export function chosenStats(stats: CommonStats, sections: ReadonlySet<string> | undefined): CommonStats {
  if (sections === undefined) return stats;
  return Object.fromEntries(Object.entries(stats).filter(([section]) => sections.has(section)));
}
