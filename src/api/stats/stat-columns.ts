/** Columns that tables of indices, shards and nodes take from the common statistics. */
import { ownOf, put } from "../../core/names.ts";
import type { CommonStats } from "./common-stats.ts";
import type { CatValue } from "../../http/cat-table.ts";

/** Where each column's value stands, and what it is. */
const COLUMNS: Readonly<Record<string, readonly [section: string, field: string, unit?: "bytes" | "ms"]>> = {
  "completion.size": ["completion", "size_in_bytes", "bytes"],
  "fielddata.memory_size": ["fielddata", "memory_size_in_bytes", "bytes"],
  "fielddata.evictions": ["fielddata", "evictions"],
  "query_cache.memory_size": ["query_cache", "memory_size_in_bytes", "bytes"],
  "query_cache.evictions": ["query_cache", "evictions"],
  "query_cache.hit_count": ["query_cache", "hit_count"],
  "query_cache.miss_count": ["query_cache", "miss_count"],
  "request_cache.memory_size": ["request_cache", "memory_size_in_bytes", "bytes"],
  "request_cache.evictions": ["request_cache", "evictions"],
  "request_cache.hit_count": ["request_cache", "hit_count"],
  "request_cache.miss_count": ["request_cache", "miss_count"],
  "flush.total": ["flush", "total"],
  "flush.total_time": ["flush", "total_time_in_millis", "ms"],
  "get.current": ["get", "current"],
  "get.time": ["get", "time_in_millis", "ms"],
  "get.total": ["get", "total"],
  "get.exists_time": ["get", "exists_time_in_millis", "ms"],
  "get.exists_total": ["get", "exists_total"],
  "get.missing_time": ["get", "missing_time_in_millis", "ms"],
  "get.missing_total": ["get", "missing_total"],
  "indexing.delete_current": ["indexing", "delete_current"],
  "indexing.delete_time": ["indexing", "delete_time_in_millis", "ms"],
  "indexing.delete_total": ["indexing", "delete_total"],
  "indexing.index_current": ["indexing", "index_current"],
  "indexing.index_time": ["indexing", "index_time_in_millis", "ms"],
  "indexing.index_total": ["indexing", "index_total"],
  "indexing.index_failed": ["indexing", "index_failed"],
  "indexing.index_failed_due_to_version_conflict": ["indexing", "index_failed_due_to_version_conflict"],
  "merges.current": ["merges", "current"],
  "merges.current_docs": ["merges", "current_docs"],
  "merges.current_size": ["merges", "current_size_in_bytes", "bytes"],
  "merges.total": ["merges", "total"],
  "merges.total_docs": ["merges", "total_docs"],
  "merges.total_size": ["merges", "total_size_in_bytes", "bytes"],
  "merges.total_time": ["merges", "total_time_in_millis", "ms"],
  "refresh.total": ["refresh", "total"],
  "refresh.time": ["refresh", "total_time_in_millis", "ms"],
  "refresh.external_total": ["refresh", "external_total"],
  "refresh.external_time": ["refresh", "external_total_time_in_millis", "ms"],
  "refresh.listeners": ["refresh", "listeners"],
  "search.fetch_current": ["search", "fetch_current"],
  "search.fetch_time": ["search", "fetch_time_in_millis", "ms"],
  "search.fetch_total": ["search", "fetch_total"],
  "search.open_contexts": ["search", "open_contexts"],
  "search.query_current": ["search", "query_current"],
  "search.query_time": ["search", "query_time_in_millis", "ms"],
  "search.query_total": ["search", "query_total"],
  "search.scroll_current": ["search", "scroll_current"],
  "search.scroll_time": ["search", "scroll_time_in_millis", "ms"],
  "search.scroll_total": ["search", "scroll_total"],
  "segments.count": ["segments", "count"],
  "segments.memory": ["segments", "memory_in_bytes", "bytes"],
  "segments.index_writer_memory": ["segments", "index_writer_memory_in_bytes", "bytes"],
  "segments.version_map_memory": ["segments", "version_map_memory_in_bytes", "bytes"],
  "segments.fixed_bitset_memory": ["segments", "fixed_bit_set_memory_in_bytes", "bytes"],
  "warmer.current": ["warmer", "current"],
  "warmer.total": ["warmer", "total"],
  "warmer.total_time": ["warmer", "total_time_in_millis", "ms"],
  "suggest.current": ["search", "suggest_current"],
  "suggest.time": ["search", "suggest_time_in_millis", "ms"],
  "suggest.total": ["search", "suggest_total"],
  "bulk.total_operations": ["bulk", "total_operations"],
  "bulk.total_time": ["bulk", "total_time_in_millis", "ms"],
  "bulk.total_size_in_bytes": ["bulk", "total_size_in_bytes", "bytes"],
  "bulk.avg_time": ["bulk", "avg_time_in_millis", "ms"],
  "bulk.avg_size_in_bytes": ["bulk", "avg_size_in_bytes", "bytes"],
  "dense_vector.value_count": ["dense_vector", "value_count"],
  "sparse_vector.value_count": ["sparse_vector", "value_count"],
};

/** Names of all of them, with a prefix (`pri.`). */
export function statColumnNames(prefix = ""): string[] {
  return Object.keys(COLUMNS).map((name) => prefix + name);
}

/** Whether a table shows or sorts by more than the columns that are shown by themselves: these are never among them. */
export function asksForColumns({ h, s }: Readonly<Record<string, string>>): boolean {
  return h !== undefined || s !== undefined;
}

/** Their values, added to a row. */
export function statColumns(stats: CommonStats, prefix = "", row: Record<string, CatValue> = {}): typeof row {
  for (const [name, [section, field, unit]] of Object.entries(COLUMNS)) {
    const value = Number(ownOf(ownOf(stats, section), field) ?? 0);
    put(row, prefix + name, unit === "bytes" ? { bytes: value } : unit === "ms" ? { ms: value } : value);
  }
  return row;
}
