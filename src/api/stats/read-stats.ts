/** Statistics of reading: gets, searches, segments. */
import type { CommonStats, Sum } from "./common-stats.ts";
import type { SearchCount, SearchCounts } from "./search-counters.ts";

export function readStats(sum: Sum, searches: SearchCounts): CommonStats {
  const { groups } = searches;
  return {
    get: {
      total: sum((s) => s.get.exists + s.get.missing),
      time_in_millis: Math.round(sum((s) => s.get.existsTimeMs + s.get.missingTimeMs)),
      exists_total: sum((s) => s.get.exists),
      exists_time_in_millis: Math.round(sum((s) => s.get.existsTimeMs)),
      missing_total: sum((s) => s.get.missing),
      missing_time_in_millis: Math.round(sum((s) => s.get.missingTimeMs)),
      current: 0,
    },
    search: {
      open_contexts: searches.openContexts,
      ...searchSection(searches),
      scroll_total: searches.scrolls,
      scroll_time_in_millis: Math.round(searches.scrollTimeMs),
      scroll_current: searches.scrollsOpen,
      ...(groups && groups.size > 0
        ? { groups: Object.fromEntries([...groups].map(([name, group]) => [name, searchSection(group)])) }
        : {}),
    },
    segments: {
      count: sum((s) => s.segments.length),
      memory_in_bytes: sum((s) => s.segments.reduce((total, segment) => total + segment.memoryBytes, 0)),
      // Of the memory of a segment, Elasticsearch no longer tells what is what.
      terms_memory_in_bytes: 0,
      stored_fields_memory_in_bytes: 0,
      term_vectors_memory_in_bytes: 0,
      norms_memory_in_bytes: 0,
      points_memory_in_bytes: 0,
      doc_values_memory_in_bytes: 0,
      index_writer_memory_in_bytes: sum((s) => s.builderBytes),
      version_map_memory_in_bytes: 0,
      fixed_bit_set_memory_in_bytes: 0,
      max_unsafe_auto_id_timestamp: -1,
      file_sizes: {},
    },
  };
}

/** A shard finds and fetches in one turn, which counts as a query; there is no fetching apart from it. */
function searchSection({ queries, timeMs, current, failed }: SearchCount): Record<string, number> {
  return {
    query_total: queries,
    query_time_in_millis: Math.round(timeMs),
    query_current: current,
    query_failure: failed,
    fetch_total: 0,
    fetch_time_in_millis: 0,
    fetch_current: 0,
    fetch_failure: 0,
    scroll_total: 0,
    scroll_time_in_millis: 0,
    scroll_current: 0,
    suggest_total: 0,
    suggest_time_in_millis: 0,
    suggest_current: 0,
  };
}
