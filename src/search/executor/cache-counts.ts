/** What the caches of searches did, by shard: sums over all threads. */
import type { QueryCacheCounts, ShardQueryCacheCounts } from "../../query/query-cache/query-cache.ts";
import { ownOf, put } from "../../core/names.ts";
import type { ShardFielddataBytes } from "../shard/fielddata.ts";
import type { RequestCacheCounts, ShardRequestCacheCounts } from "./request-cache.ts";

/** Of one shard. */
export interface CacheCounts {
  /** Bytes of field data by field. */
  readonly fielddata: Readonly<Record<string, number>>;
  readonly query: QueryCacheCounts;
  readonly request: RequestCacheCounts;
}

/** What the caches of one thread counted. Plain data. */
export interface ThreadCacheCounts {
  readonly query: readonly ShardQueryCacheCounts[];
  readonly request: readonly ShardRequestCacheCounts[];
  readonly fielddata: readonly ShardFielddataBytes[];
}

/** Which caches are cleared. */
export interface ClearedCaches {
  /** Of all fields, or of these. */
  readonly fielddata: boolean | readonly string[];
  readonly query: boolean;
  readonly request: boolean;
}

const NONE: CacheCounts = {
  fielddata: {},
  query: { hits: 0, misses: 0, sets: 0, cached: 0, bytes: 0 },
  request: { bytes: 0, hits: 0, misses: 0, evictions: 0 },
};

/** The counts of shards; those that were not searched have none. */
export class CacheCountsByShard {
  readonly #counts = new Map<string, CacheCounts>();

  constructor({ query, request, fielddata }: ThreadCacheCounts) {
    for (const { uuid, shard, counts } of query) {
      const before = this.of(uuid, shard);
      this.#counts.set(`${uuid}/${shard}`, { ...before, query: sumOf(before.query, counts) });
    }
    for (const { uuid, shard, counts } of request) {
      const before = this.of(uuid, shard);
      this.#counts.set(`${uuid}/${shard}`, { ...before, request: sumOfRequests(before.request, counts) });
    }
    for (const { uuid, shard, fields } of fielddata) {
      const before = this.of(uuid, shard);
      this.#counts.set(`${uuid}/${shard}`, { ...before, fielddata: sumOfFields([before.fielddata, fields]) });
    }
  }

  of(uuid: string, shard: number): CacheCounts {
    return this.#counts.get(`${uuid}/${shard}`) ?? NONE;
  }
}

/** Bytes by field. */
export function sumOfFields(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const fields of parts)
    for (const [field, bytes] of Object.entries(fields)) put(sums, field, (ownOf(sums, field) ?? 0) + bytes);
  return sums;
}

function sumOf(left: QueryCacheCounts, right: QueryCacheCounts): QueryCacheCounts {
  return {
    hits: left.hits + right.hits,
    misses: left.misses + right.misses,
    sets: left.sets + right.sets,
    cached: left.cached + right.cached,
    bytes: left.bytes + right.bytes,
  };
}

function sumOfRequests(left: RequestCacheCounts, right: RequestCacheCounts): RequestCacheCounts {
  return {
    bytes: left.bytes + right.bytes,
    hits: left.hits + right.hits,
    misses: left.misses + right.misses,
    evictions: left.evictions + right.evictions,
  };
}
