/**
 * The node query cache: sets of documents that filters match, by segment (Lucene's `LRUQueryCache`). One for each thread; what was not
 * used for longest goes first. A segment's sets go with its reader.
 */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { RecentUses } from "./caching-policy.ts";
import type { DocSet } from "./doc-set.ts";

/** Sets that are kept at most, whatever their size (`indices.queries.cache.count`). */
const MOST_SETS = 10_000;
/** What a set costs beside its documents and its key. */
const ENTRY_BYTES = 256;
/** Segments with fewer documents are searched faster than a set is looked for (`MinSegmentSizePredicate`). */
const LEAST_DOCS = 10_000;
/** Longer keys are those of lists that hardly come twice. */
const LONGEST_KEY = 16_384;

export interface QueryCacheOptions {
  readonly bytes: number;
  /** Documents from which on a segment has sets. */
  readonly leastDocs?: number | undefined;
}

/** What happened on a shard; `cached` counts all sets that were ever kept. */
export interface QueryCacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly sets: number;
  readonly cached: number;
  readonly bytes: number;
}

/** Counts with the shard that they belong to. */
export interface ShardQueryCacheCounts {
  readonly uuid: string;
  readonly shard: number;
  readonly counts: QueryCacheCounts;
}

interface Entry {
  readonly segment: SegmentReader;
  readonly key: string;
  readonly set: DocSet;
  readonly bytes: number;
  readonly shard: ShardQueryCache;
}

/** See the file comment. */
export class QueryCache {
  readonly #limitBytes: number;
  readonly #leastDocs: number;
  readonly #segments = new Map<SegmentReader, Map<string, Entry>>();
  /** Least recently used first. */
  readonly #entries = new Set<Entry>();
  /** By index and number. */
  readonly #shards = new Map<string, Map<number, ShardQueryCache>>();
  #bytes = 0;

  constructor(options: QueryCacheOptions) {
    this.#limitBytes = options.bytes;
    this.#leastDocs = options.leastDocs ?? LEAST_DOCS;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The part of a shard. */
  shard(uuid: string, shard: number): ShardQueryCache {
    let shards = this.#shards.get(uuid);
    if (!shards) this.#shards.set(uuid, (shards = new Map()));
    let known = shards.get(shard);
    if (!known) shards.set(shard, (known = new ShardQueryCache(this)));
    return known;
  }

  /** Whether a segment may have sets: it is not small, neither by itself nor beside the others of its shard. */
  isEligible(segment: SegmentReader, shardDocs: number, segments: number): boolean {
    return segment.docCount >= this.#leastDocs && segment.docCount * 2 > Math.floor(shardDocs / segments);
  }

  find(segment: SegmentReader, key: string): DocSet | undefined {
    const entry = this.#segments.get(segment)?.get(key);
    if (!entry) return undefined;
    this.#entries.delete(entry);
    this.#entries.add(entry);
    return entry.set;
  }

  put(shard: ShardQueryCache, segment: SegmentReader, key: string, set: DocSet): void {
    const bytes = set.bytes + key.length + ENTRY_BYTES;
    if (bytes > this.#limitBytes) return;
    let sets = this.#segments.get(segment);
    if (!sets) this.#segments.set(segment, (sets = new Map()));
    const before = sets.get(key);
    if (before) this.#remove(before);
    const entry: Entry = { segment, key, set, bytes, shard };
    sets.set(key, entry);
    this.#segments.set(segment, sets);
    this.#entries.add(entry);
    this.#bytes += bytes;
    shard.kept(bytes);
    this.#evict();
  }

  /** The segment's reader is closed. */
  dropSegment(segment: SegmentReader): void {
    for (const entry of this.#segments.get(segment)?.values() ?? []) this.#remove(entry);
  }

  /** The index is gone, and its counts with it; its sets go with the readers. */
  dropIndex(uuid: string): void {
    this.#shards.delete(uuid);
  }

  /** Lets go of an index's sets; what was counted stays. */
  clearIndex(uuid: string): void {
    const shards = new Set(this.#shards.get(uuid)?.values());
    for (const entry of this.#entries) if (shards.has(entry.shard)) this.#remove(entry);
  }

  /** Counts of all shards. */
  *counts(): Iterable<ShardQueryCacheCounts> {
    for (const [uuid, shards] of this.#shards) for (const [shard, known] of shards) yield { uuid, shard, counts: known.counts };
  }

  #evict(): void {
    for (const entry of this.#entries) {
      if (this.#bytes <= this.#limitBytes && this.#entries.size <= MOST_SETS) return;
      this.#remove(entry);
    }
  }

  #remove(entry: Entry): void {
    const sets = this.#segments.get(entry.segment);
    sets?.delete(entry.key);
    if (sets?.size === 0) this.#segments.delete(entry.segment);
    this.#entries.delete(entry);
    this.#bytes -= entry.bytes;
    entry.shard.removed(entry.bytes);
  }
}

/** The sets of a shard's segments, how often they helped, and which filters were used of late. */
export class ShardQueryCache {
  readonly #cache: QueryCache;
  readonly #uses = new RecentUses();
  #hits = 0;
  #misses = 0;
  #sets = 0;
  #cached = 0;
  #bytes = 0;

  constructor(cache: QueryCache) {
    this.#cache = cache;
  }

  get counts(): QueryCacheCounts {
    return { hits: this.#hits, misses: this.#misses, sets: this.#sets, cached: this.#cached, bytes: this.#bytes };
  }

  /** Whether sets are kept under a key. */
  takes(key: string): boolean {
    return key.length <= LONGEST_KEY;
  }

  isEligible(segment: SegmentReader, shardDocs: number, segments: number): boolean {
    return this.#cache.isEligible(segment, shardDocs, segments);
  }

  /** Notes that a filter is used; answers how often it was of late. */
  used(key: string): number {
    return this.#uses.add(key);
  }

  find(segment: SegmentReader, key: string): DocSet | undefined {
    const set = this.#cache.find(segment, key);
    if (set) this.#hits++;
    else this.#misses++;
    return set;
  }

  put(segment: SegmentReader, key: string, set: DocSet): void {
    this.#cache.put(this, segment, key, set);
  }

  /** Told by the cache. */
  kept(bytes: number): void {
    this.#sets++;
    this.#cached++;
    this.#bytes += bytes;
  }

  /** Told by the cache. */
  removed(bytes: number): void {
    this.#sets--;
    this.#bytes -= bytes;
  }
}
