/**
 * The node query cache: sets of documents that filters match, by segment (Lucene's `LRUQueryCache`). Each thread has
 * one, and takes over the sets that others make. The least recently used sets are evicted first; a segment's sets are
 * dropped with its reader.
 */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { RecentUses } from "./caching-policy.ts";
import { DocSet, type DocSetData } from "./doc-set.ts";

/** Maximum number of sets, whatever their size (`indices.queries.cache.count`). */
const MOST_SETS = 10_000;
/** Overhead of a set in addition to its documents and its key. */
const ENTRY_BYTES = 256;
/** Segments with fewer documents are searched faster than a set is looked up (`MinSegmentSizePredicate`). */
const LEAST_DOCS = 10_000;
/** Longer keys are those of long lists, which hardly repeat. */
const LONGEST_KEY = 16_384;

export interface QueryCacheOptions {
  readonly bytes: number;
  /** Segments with fewer documents are not cached. */
  readonly leastDocs?: number | undefined;
}

/** The part of the cache for one request on a shard. */
export interface RequestQueryCache {
  readonly shard: ShardQueryCache;
  /** The segments that may have sets; at least one. */
  readonly segments: ReadonlySet<SegmentReader>;
  /** The request must finish soon: sets that take long are not built. */
  readonly isBrief: boolean;
}

/** A set made by one thread, for the others. Plain data. */
export interface KeptSet {
  readonly uuid: string;
  readonly shard: number;
  /** Identity of the segment's data. */
  readonly segment: number;
  readonly key: string;
  readonly set: DocSetData;
}

/** Counts for a shard. Sets are counted by the thread that made them; `cached` counts all sets ever kept. */
export interface QueryCacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly sets: number;
  readonly cached: number;
  readonly bytes: number;
}

/** Counts and the shard that they belong to. */
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
  /** Made by this thread. */
  readonly own: boolean;
}

/** See the file comment. */
export class QueryCache {
  /** Called for each set that is made and kept. */
  onKept: (kept: KeptSet) => void = () => undefined;
  readonly #limitBytes: number;
  readonly #leastDocs: number;
  readonly #segments = new Map<SegmentReader, Map<string, Entry>>();
  /** Least recently used first. */
  readonly #entries = new Set<Entry>();
  readonly #eligible = new WeakMap<readonly SegmentReader[], ReadonlySet<SegmentReader>>();
  /** By index UUID and shard number. */
  readonly #shards = new Map<string, Map<number, ShardQueryCache>>();
  #bytes = 0;

  constructor(options: QueryCacheOptions) {
    this.#limitBytes = options.bytes;
    this.#leastDocs = options.leastDocs ?? LEAST_DOCS;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The sets and counts of a shard. */
  shard(uuid: string, shard: number): ShardQueryCache {
    let shards = this.#shards.get(uuid);
    if (!shards) this.#shards.set(uuid, (shards = new Map()));
    let known = shards.get(shard);
    if (!known) shards.set(shard, (known = new ShardQueryCache(this, uuid, shard)));
    return known;
  }

  /**
   * The cache for a request on a shard with these segments (the same list for the same generation); undefined when no
   * segment may have sets.
   */
  forRequest(
    uuid: string,
    shard: number,
    segments: readonly SegmentReader[],
    isBrief: boolean,
  ): RequestQueryCache | undefined {
    let eligible = this.#eligible.get(segments);
    if (!eligible) this.#eligible.set(segments, (eligible = new Set(this.#eligibleOf(segments))));
    return eligible.size === 0 ? undefined : { shard: this.shard(uuid, shard), segments: eligible, isBrief };
  }

  /** Segments that are large enough, by themselves and compared to the others of their shard. */
  #eligibleOf(segments: readonly SegmentReader[]): SegmentReader[] {
    const mean = Math.floor(segments.reduce((sum, segment) => sum + segment.docCount, 0) / segments.length);
    return segments.filter(({ docCount }) => docCount >= this.#leastDocs && docCount * 2 > mean);
  }

  find(segment: SegmentReader, key: string): DocSet | undefined {
    const entry = this.#segments.get(segment)?.get(key);
    if (!entry) return undefined;
    this.#entries.delete(entry);
    this.#entries.add(entry);
    return entry.set;
  }

  /** Keeps a newly made set. */
  put(shard: ShardQueryCache, segment: SegmentReader, key: string, set: DocSet): void {
    if (!this.#add({ segment, key, set, bytes: bytesOf(key, set), shard, own: true })) return;
    this.onKept({
      uuid: shard.uuid,
      shard: shard.shard,
      segment: segment.data.id,
      key,
      set: { count: set.count, words: set.words, docs: set.docs },
    });
  }

  /** Takes over a set that another thread made. */
  take({ uuid, shard, key, set: data }: KeptSet, segment: SegmentReader): void {
    if (this.#segments.get(segment)?.has(key)) return;
    const set = new DocSet(data);
    this.#add({ segment, key, set, bytes: bytesOf(key, set), shard: this.shard(uuid, shard), own: false });
  }

  /** Drops the sets of a segment whose reader is closed. */
  dropSegment(segment: SegmentReader): void {
    for (const entry of this.#segments.get(segment)?.values() ?? []) this.#remove(entry);
  }

  /** Drops the counts of a deleted index; its sets go with the readers. */
  dropIndex(uuid: string): void {
    this.#shards.delete(uuid);
  }

  /** Drops an index's sets and keeps its counts. */
  clearIndex(uuid: string): void {
    const shards = new Set(this.#shards.get(uuid)?.values());
    for (const entry of this.#entries) if (shards.has(entry.shard)) this.#remove(entry);
  }

  /** Counts of all shards. */
  *counts(): Iterable<ShardQueryCacheCounts> {
    for (const [uuid, shards] of this.#shards)
      for (const [shard, known] of shards) yield { uuid, shard, counts: known.counts };
  }

  #add(entry: Entry): boolean {
    if (entry.bytes > this.#limitBytes) return false;
    const before = this.#segments.get(entry.segment)?.get(entry.key);
    if (before) this.#remove(before);
    let sets = this.#segments.get(entry.segment);
    if (!sets) this.#segments.set(entry.segment, (sets = new Map()));
    sets.set(entry.key, entry);
    this.#entries.add(entry);
    this.#bytes += entry.bytes;
    if (entry.own) entry.shard.kept(entry.bytes);
    this.#evict();
    return true;
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
    if (entry.own) entry.shard.removed(entry.bytes);
  }
}

function bytesOf(key: string, set: DocSet): number {
  return set.bytes + key.length + ENTRY_BYTES;
}

/** The sets of a shard's segments, their usage counts, and the recent uses of filters. */
export class ShardQueryCache {
  readonly uuid: string;
  readonly shard: number;
  readonly #cache: QueryCache;
  readonly #uses = new RecentUses();
  #hits = 0;
  #misses = 0;
  #sets = 0;
  #cached = 0;
  #bytes = 0;

  constructor(cache: QueryCache, uuid: string, shard: number) {
    this.#cache = cache;
    this.uuid = uuid;
    this.shard = shard;
  }

  get counts(): QueryCacheCounts {
    return { hits: this.#hits, misses: this.#misses, sets: this.#sets, cached: this.#cached, bytes: this.#bytes };
  }

  /** Whether a set can be kept under this key. */
  takes(key: string): boolean {
    return key.length <= LONGEST_KEY;
  }

  /** Records a use of a filter; returns the number of recent uses. */
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

  /** Called by the cache. */
  kept(bytes: number): void {
    this.#sets++;
    this.#cached++;
    this.#bytes += bytes;
  }

  /** Called by the cache. */
  removed(bytes: number): void {
    this.#sets--;
    this.#bytes -= bytes;
  }
}
