/** What each part of a node may keep in memory, as shares of `--memory`. */
import type { EngineOptions } from "./engine-options.ts";

/** Memories of segments kept for reuse. */
const KEEP_SHARE = 0.05;
const MAX_KEEP_BYTES = 128 * 1024 ** 2;
/** Segments in memory above which those that are not searched go. */
const SEGMENTS_SHARE = 0.5;
/** Writes under way (`indexing_pressure.memory.limit`). */
const PRESSURE_SHARE = 0.1;
const MAX_PRESSURE_BYTES = 512 * 1024 ** 2;
/** The query caches of all threads (`indices.queries.cache.size`). */
const QUERY_CACHE_SHARE = 0.1;
/** The columns of runtime fields that all threads keep. */
const RUNTIME_COLUMNS_SHARE = 0.05;
/** The request caches of all threads that requests arrive at (`indices.requests.cache.size`). */
const REQUEST_CACHE_SHARE = 0.01;

/** All in bytes. */
export interface MemoryShares {
  readonly keepBytes: number;
  readonly segmentBytes: number;
  readonly maximumBytesUnderWay: number;
  /** Of one thread each. */
  readonly queryCacheBytes: number;
  readonly runtimeColumnBytes: number;
  readonly requestCacheBytes: number;
}

export function memoryShares({ memoryBytes, threads }: Pick<EngineOptions, "memoryBytes" | "threads">): MemoryShares {
  const shareOf = (share: number, most = Number.POSITIVE_INFINITY): number =>
    Math.min(most, Math.floor(memoryBytes * share));
  const ofThread = (share: number): number => Math.floor((memoryBytes * share) / (threads + 1));
  return {
    keepBytes: shareOf(KEEP_SHARE, MAX_KEEP_BYTES),
    segmentBytes: shareOf(SEGMENTS_SHARE),
    maximumBytesUnderWay: shareOf(PRESSURE_SHARE, MAX_PRESSURE_BYTES),
    queryCacheBytes: ofThread(QUERY_CACHE_SHARE),
    runtimeColumnBytes: ofThread(RUNTIME_COLUMNS_SHARE),
    requestCacheBytes: ofThread(REQUEST_CACHE_SHARE),
  };
}
