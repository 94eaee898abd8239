/** Statistics of the caches of searches. */
import { sumOfFields } from "../../search/executor/cache-counts.ts";
import type { CommonStats, Sum } from "./common-stats.ts";
import type { CountedShard } from "./index-health.ts";

export function cacheStats(sum: Sum, shards: readonly CountedShard[]): CommonStats {
  const hits = sum(({ caches }) => caches.query.hits);
  const misses = sum(({ caches }) => caches.query.misses);
  const sets = sum(({ caches }) => caches.query.sets);
  const cached = sum(({ caches }) => caches.query.cached);
  const fielddata = Object.values(fielddataBytes(shards)).reduce((total, bytes) => total + bytes, 0);
  return {
    fielddata: { memory_size_in_bytes: fielddata, evictions: 0, global_ordinals: { build_time_in_millis: 0 } },
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

/** Bytes of field data by field, over shards. */
export function fielddataBytes(shards: readonly CountedShard[]): Record<string, number> {
  return sumOfFields(shards.map(({ caches }) => caches.fielddata));
}
