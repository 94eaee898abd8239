/** The statistics that indices, shards and nodes have in common, in the sections of Elasticsearch. */
import { ownOf, put } from "../../core/names.ts";
import type { CountedShard } from "./index-health.ts";
import { cacheStats } from "./cache-stats.ts";
import { readStats } from "./read-stats.ts";
import type { SearchCounts } from "./search-counters.ts";
import { sizeStats, writeStats } from "./write-stats.ts";

/** A section by name: `docs`, `store`, … */
export type CommonStats = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Adds up one value over shards. */
export type Sum = (value: (shard: CountedShard) => number) => number;

/** Sections by the name of the metric that asks for them. */
export const METRICS: Readonly<Record<string, string>> = {
  docs: "docs",
  shard_stats: "shard_stats",
  store: "store",
  indexing: "indexing",
  get: "get",
  search: "search",
  merge: "merges",
  refresh: "refresh",
  flush: "flush",
  warmer: "warmer",
  query_cache: "query_cache",
  fielddata: "fielddata",
  completion: "completion",
  segments: "segments",
  translog: "translog",
  request_cache: "request_cache",
  recovery: "recovery",
  bulk: "bulk",
  mappings: "mappings",
  dense_vector: "dense_vector",
  sparse_vector: "sparse_vector",
};

// In the order of Elasticsearch.
const SECTIONS = Object.values(METRICS);

/** Sums shards. What the engine does not have (vectors, warmers) is nought. */
export function commonStats(shards: readonly CountedShard[], searches: SearchCounts): CommonStats {
  const sum = sumOf(shards);
  const sections: CommonStats = {
    ...writeStats(sum, shards),
    ...readStats(sum, searches),
    ...cacheStats(sum, shards),
    ...ABSENT,
    completion: { size_in_bytes: sum(({ completions }) => totalOf(completions)) },
  };
  const ordered: Record<string, CommonStats[string]> = {};
  for (const name of SECTIONS) {
    const section = ownOf(sections, name);
    if (section) put(ordered, name, section);
  }
  return ordered;
}

/** Only how many documents there are, and what they take: tables of a thousand indices show no more by themselves. */
export function sizesOnly(shards: readonly CountedShard[]): CommonStats {
  return sizeStats(sumOf(shards));
}

function sumOf(shards: readonly CountedShard[]): Sum {
  const [only] = shards;
  if (shards.length === 1 && only) return (value) => value(only);
  return (value) => {
    let total = 0;
    for (const shard of shards) total += value(shard);
    return total;
  };
}

function totalOf(bytes: Readonly<Record<string, number>>): number {
  return Object.values(bytes).reduce((total, each) => total + each, 0);
}

const ABSENT: CommonStats = {
  warmer: { current: 0, total: 0, total_time_in_millis: 0 },
  recovery: { current_as_source: 0, current_as_target: 0, throttle_time_in_millis: 0 },
  dense_vector: { value_count: 0 },
  sparse_vector: { value_count: 0 },
};

/** Only the sections that are wanted; undefined: all. */
export function chosenStats(stats: CommonStats, sections: ReadonlySet<string> | undefined): CommonStats {
  if (sections === undefined) return stats;
  return Object.fromEntries(Object.entries(stats).filter(([section]) => sections.has(section)));
}
