/** Statistics of the caches of searches. */
import type { CommonStats, Sum } from "./common-stats.ts";

export function cacheStats(sum: Sum): CommonStats {
  const hits = sum(({ caches }) => caches.query.hits);
  const misses = sum(({ caches }) => caches.query.misses);
  const sets = sum(({ caches }) => caches.query.sets);
  const cached = sum(({ caches }) => caches.query.cached);
  return {
    query_cache: {
      memory_size_in_bytes: sum(({ caches }) => caches.query.bytes),
      total_count: hits + misses,
      hit_count: hits,
      miss_count: misses,
      cache_size: sets,
      cache_count: cached,
      // As in Elasticsearch, whatever it was that went: for room, or with its segment.
      evictions: cached - sets,
    },
    request_cache: {
      memory_size_in_bytes: Math.round(sum(({ caches }) => caches.request.bytes)),
      evictions: sum(({ caches }) => caches.request.evictions),
      hit_count: sum(({ caches }) => caches.request.hits),
      miss_count: sum(({ caches }) => caches.request.misses),
    },
  };
}
