/** Collects terms of a field with ordinals: counts at the top by the shard's ordinals, below by (parent, ordinal). */
import { READS } from "../../segment/field-reads.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  BATCH_DOCS,
  type BucketCollector,
  type CollectorProfile,
  type LeafCollector,
  type SegmentReplay,
  type ShardCollection,
} from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { columnOf } from "../values/columns.ts";
import { isWeighted } from "../values/doc-weights.ts";
import { countedTerms } from "../values/counted-terms.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { isCountDescending } from "../order/bucket-order.ts";
import { canDefer, DeferredChildren } from "./deferred-children.ts";
import { giveCounts, takeCounts } from "./kept-counts.ts";
import { ShardTerms } from "./shard-terms.ts";
import { termSides } from "./term-filter.ts";
import { type TermsRequest, keysOf } from "./terms-request.ts";
import { type TermsPartial, unmappedTerms } from "./terms-result.ts";
import { bestBuckets, selectTerms, type TermCandidates } from "./terms-selection.ts";
import { visibleTerms } from "./visible-terms.ts";

/** Maximum number of ordinals that are used as the children's buckets directly: children use memory for each. */
const MOST_DIRECT_BUCKETS = 1 << 16;

/** See TermsRequest. */
export class OrdinalTermsCollector implements BucketCollector<TermsPartial> {
  readonly #request: TermsRequest;
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #terms: ShardTerms;
  /** Whether documents have `_doc_count`: then all are counted by (parent, ordinal). */
  readonly #weighted: boolean;
  /** 1 for terms that get a bucket; undefined: all. */
  readonly #allowed: Uint8Array | undefined;
  /** Counts by ordinal of documents that come without a parent's bucket. */
  #topCounts: Uint32Array | undefined;
  readonly #table: BucketTable;
  /** Counts by a segment's own ordinals, added to the others when results are built. */
  readonly #ownCounts: { readonly counts: Uint32Array; readonly map: Uint32Array | undefined }[] = [];
  #docs: Uint32Array | undefined;
  /** Undefined: children collect along with the counts. */
  readonly #deferred: DeferredChildren | undefined;

  constructor(request: TermsRequest, source: ValuesSource, shard: ShardCollection) {
    this.#request = request;
    this.#source = source;
    this.#shard = shard;
    this.#weighted = isWeighted(shard.searcher);
    this.#children = new ChildCollectors(request.children, shard);
    const sides = termSides(request, source, shard.searcher);
    this.#terms = new ShardTerms(shard.searcher.segments, source);
    const allowed = sides && this.#terms.allowed(sides);
    const hides = request.minDocCount === 0 && shard.searcher.hidesDocuments === true;
    this.#allowed = hides ? bothAllow(allowed, visibleTerms(shard.searcher, source, this.#terms)) : allowed;
    this.#table = new BucketTable(this.#terms.count <= MOST_DIRECT_BUCKETS ? this.#terms.count : 0);
    if (!this.#weighted && canDefer(request, shard, this.#terms))
      this.#deferred = new DeferredChildren(source, this.#terms, this.#children, shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const values = new OrdinalValues(reader, this.#source);
    if (!values.any) return undefined;
    const map = this.#terms.mapOf(reader);
    const deferred = this.#deferred;
    // Children that may wait are asked only when it is clear that they must not: below a parent's buckets.
    let child = deferred ? undefined : this.#children.segment(reader, context);
    let emitter = deferred ? undefined : new BucketEmitter(this.#table, child, reader);
    const direct =
      !this.#weighted &&
      (deferred !== undefined ||
        this.#request.children.aggregations.length === 0 ||
        this.#terms.count <= MOST_DIRECT_BUCKETS);
    let own: Uint32Array | undefined;
    return {
      whole: () => {
        const terms = child || !direct ? undefined : countedTerms(reader, this.#source);
        if (!terms) return false;
        own ??= this.#newCounts(reader, map);
        for (let ordinal = 0; ordinal < own.length; ordinal++) own[ordinal] = terms.docFreq(ordinal);
        deferred?.seeAll(reader);
        return true;
      },
      collect: (docs, count, buckets) => {
        if (!buckets) deferred?.see(reader, docs, count);
        if (!buckets && !child && direct) {
          own ??= this.#newCounts(reader, map);
          if (values.count(docs, count, own)) return;
        }
        const loaded = values.load(docs, count);
        this.#terms.translate(values.ordinals, loaded, map);
        if (direct && !buckets) return this.#collectTop(values, loaded, child, docs);
        if (!emitter)
          emitter = new BucketEmitter(this.#table, (child = this.#children.segment(reader, context)), reader);
        this.#collect(values, loaded, emitter, docs, buckets);
      },
    };
  }

  #newCounts(reader: SegmentReader, map: Uint32Array | undefined): Uint32Array {
    const count = reader.terms(this.#source.path, READS.docValues)?.count ?? 0;
    this.#shard.reserve(count * Uint32Array.BYTES_PER_ELEMENT);
    const counts = takeCounts(count);
    this.#ownCounts.push({ counts, map });
    return counts;
  }

  /** The counts by the shard's ordinals; undefined when there are none. */
  #allTopCounts(): Uint32Array | undefined {
    const [first] = this.#ownCounts;
    if (!first) return this.#topCounts;
    if (!this.#topCounts && this.#ownCounts.length === 1 && !first.map && first.counts.length === this.#terms.count)
      return first.counts;
    const all = this.#topCounts ?? this.#newTopCounts();
    for (const { counts, map } of this.#ownCounts.splice(0)) {
      addCounts(counts, map, all);
      giveCounts(counts);
    }
    return (this.#topCounts = all);
  }

  #newTopCounts(): Uint32Array {
    this.#shard.reserve(this.#terms.count * Uint32Array.BYTES_PER_ELEMENT);
    return new Uint32Array(this.#terms.count);
  }

  #collectTop(values: OrdinalValues, loaded: number, child: LeafCollector | undefined, docs: Uint32Array): void {
    const counts = (this.#topCounts ??= this.#newTopCounts());
    const { ordinals } = values;
    for (let i = 0; i < loaded; i++) counts[ordinals[i]!]! += 1;
    if (!child) return;
    if (values.dense) {
      child.collect(docs, loaded, ordinals);
      return;
    }
    const { places } = values;
    const own = (this.#docs ??= new Uint32Array(BATCH_DOCS));
    for (let from = 0, count = 0; from < loaded; from += count) {
      count = wholeDocuments(places, from, Math.min(own.length, loaded - from), loaded);
      for (let i = 0; i < count; i++) own[i] = docs[places[from + i]!]!;
      child.collect(own, count, ordinals.subarray(from, from + count));
    }
  }

  #collect(
    values: OrdinalValues,
    loaded: number,
    emitter: BucketEmitter,
    docs: Uint32Array,
    buckets: Uint32Array | undefined,
  ): void {
    const table = this.#table;
    const allowed = this.#allowed;
    const before = table.size;
    const { ordinals, places } = values;
    for (let i = 0; i < loaded; i++) {
      const ordinal = ordinals[i]!;
      if (allowed && allowed[ordinal] !== 1) continue;
      const place = places[i]!;
      emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, ordinal));
    }
    emitter.flush();
    if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
  }

  emptyResult(): TermsPartial {
    return { ...unmappedTerms(), ...keysOf(this.#source) };
  }

  finish(replay: SegmentReplay): void {
    const counts = this.#deferred && this.#allTopCounts();
    if (counts) {
      const best = bestBuckets(this.#request, this.#topCandidates(counts), this.#topBuckets(counts), this.#children);
      this.#deferred?.collect(best, replay);
    }
    this.#children.finish(replay);
  }

  profile(): CollectorProfile {
    const { segments } = this.#shard.searcher;
    const of = (known: (reader: SegmentReader) => boolean): number => segments.filter(known).length;
    const has = (reader: SegmentReader): boolean => new OrdinalValues(reader, this.#source).any;
    const several = (reader: SegmentReader): boolean => columnOf(reader, this.#source.path)?.starts !== undefined;
    const isDense = this.#ownCounts.length > 0 || this.#topCounts !== undefined;
    const counts = this.#allTopCounts();
    const isSimple = isDense && this.#children.isEmpty && !this.#request.rules;
    return {
      type: `GlobalOrdinalsStringTermsAggregator${isSimple ? ".LowCardinality" : ""}`,
      debug: {
        collection_strategy: isDense ? "dense" : "remap using many bucket ords",
        result_strategy: "terms",
        total_buckets: counts ? counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) : this.#table.size,
        has_filter: this.#request.rules !== undefined,
        segments_with_single_valued_ords: of((reader) => has(reader) && !several(reader)),
        segments_with_multi_valued_ords: of((reader) => has(reader) && several(reader)),
        ...(isSimple ? { segments_without_values: of((reader) => !has(reader)) } : {}),
      },
    };
  }

  results(parents: Uint32Array): TermsPartial[] {
    const top = this.#allTopCounts();
    if (top) return this.#topResults(top, parents);
    const table = this.#table;
    const lists = table.byParent(parents);
    if (this.#request.minDocCount === 0) this.#addUnseen(parents, lists);
    const terms = this.#terms;
    const candidates = {
      count: (bucket: number) => table.counts[bucket]!,
      compareKeys: (left: number, right: number) => terms.compare(table.keys[left]!, table.keys[right]!),
      key: (bucket: number) => terms.key(table.keys[bucket]!),
      childBucket: (bucket: number) => bucket,
    };
    return selectTerms(this.#request, keysOf(this.#source), candidates, lists, {
      children: this.#children,
      isPart: this.#shard.isPart,
    });
  }

  /** With min_doc_count 0 every term of the shard gets a bucket below every parent, up to the limit. */
  #addUnseen(parents: Uint32Array, lists: number[][]): void {
    const table = this.#table;
    for (let i = 0; i < parents.length; i++) {
      if (this.#hasEnough(lists[i]!.length)) continue;
      for (let ordinal = 0; ordinal < this.#terms.count; ordinal++) {
        if (this.#allowed && this.#allowed[ordinal] !== 1) continue;
        const before = table.size;
        const bucket = table.bucket(parents[i]!, ordinal);
        if (table.size > before) lists[i]!.push(bucket);
      }
      this.#shard.reserve(lists[i]!.length * BucketTable.ENTRY_BYTES);
    }
  }

  #hasEnough(seen: number): boolean {
    return isCountDescending(this.#request.order) && seen >= this.#request.size;
  }

  #topResults(counts: Uint32Array, parents: Uint32Array): TermsPartial[] {
    const lists = Array.from(parents, () => this.#topBuckets(counts));
    return selectTerms(this.#request, keysOf(this.#source), this.#topCandidates(counts), lists, {
      children: this.#children,
      isPart: this.#shard.isPart,
    });
  }

  #topCandidates(counts: Uint32Array): TermCandidates {
    const terms = this.#terms;
    const deferred = this.#deferred;
    return {
      count: (ordinal) => counts[ordinal]!,
      compareKeys: (left, right) => terms.compare(left, right),
      key: (ordinal) => terms.key(ordinal),
      childBucket: (ordinal) => (deferred ? deferred.placeOf(ordinal) : ordinal),
    };
  }

  #topBuckets(counts: Uint32Array): number[] {
    const allowed = this.#allowed;
    const seen: number[] = [];
    for (let ordinal = 0; ordinal < counts.length; ordinal++) {
      if (counts[ordinal] !== 0 && (!allowed || allowed[ordinal] === 1)) seen.push(ordinal);
    }
    if (this.#request.minDocCount !== 0 || this.#hasEnough(seen.length)) return seen;
    for (let ordinal = 0; ordinal < counts.length; ordinal++) {
      if (counts[ordinal] === 0 && (!allowed || allowed[ordinal] === 1)) seen.push(ordinal);
    }
    return seen;
  }
}

function addCounts(counts: Uint32Array, map: Uint32Array | undefined, all: Uint32Array): void {
  if (map) for (let ordinal = 0; ordinal < counts.length; ordinal++) all[map[ordinal]!]! += counts[ordinal]!;
  else for (let ordinal = 0; ordinal < counts.length; ordinal++) all[ordinal]! += counts[ordinal]!;
}

function bothAllow(left: Uint8Array | undefined, right: Uint8Array): Uint8Array {
  return left ? right.map((mark, ordinal) => mark & left[ordinal]!) : right;
}

/**
 * The number of pairs from `from`, at most `count`, that end with a complete document; `count` if all belong to one
 * document (see DocBatch).
 */
function wholeDocuments(places: Uint32Array, from: number, count: number, loaded: number): number {
  if (from + count === loaded) return count;
  let whole = count;
  while (whole > 0 && places[from + whole - 1] === places[from + whole]) whole--;
  return whole === 0 ? count : whole;
}
