/** Collects terms of a field with ordinals: counts by global ordinal below the top, by (parent, ordinal) further down. */
import { type GlobalOrdinals, globalOrdinals } from "../../segment/global-ordinals.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Collector, LeafCollector, Partial, ShardCollection } from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { MISSING_ORDINAL, OrdinalValues } from "../values/ordinal-values.ts";
import { BucketEmitter } from "./bucket-emitter.ts";
import { BucketTable } from "./bucket-table.ts";
import type { TermsRequest } from "./terms-request.ts";
import { type TermCandidates, selectTerms } from "./terms-selection.ts";

/** See TermsRequest. The pseudo ordinal `count` stands for a `missing` value that is no term of the shard. */
export class OrdinalTermsCollector implements Collector {
  readonly #request: TermsRequest;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #path: string;
  readonly #ordinals: GlobalOrdinals;
  /** 1 for terms that get a bucket; undefined: all. */
  readonly #allowed: Uint8Array | undefined;
  readonly #missing: Uint8Array | undefined;
  readonly #missingOrdinal: number;
  /** Counts by global ordinal, for the top level without children. */
  #topCounts: Uint32Array | undefined;
  readonly #table = new BucketTable();

  constructor(request: TermsRequest, shard: ShardCollection) {
    this.#request = request;
    this.#shard = shard;
    this.#children = new ChildCollectors(request.children, shard);
    const { field, fieldName, missing } = request.source;
    this.#path = field?.path ?? fieldName;
    this.#ordinals = globalOrdinals(shard.searcher.segments, this.#path);
    this.#missing = missing instanceof Uint8Array ? missing : missing === undefined ? undefined : Buffer.from(String(missing));
    this.#missingOrdinal = this.#missing ? this.#ordinalOf(this.#missing) : -1;
    this.#allowed = this.#allowedTerms();
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const values = new OrdinalValues(reader, this.#path, this.#missing !== undefined);
    if (!values.any) return undefined;
    const map = this.#ordinals.maps[this.#shard.searcher.segments.indexOf(reader)];
    const child = this.#children.segment(reader, context);
    if (this.#request.children.length > 0) return this.#bucketLeaf(values, map, new BucketEmitter(this.#table, child));
    const emitter = new BucketEmitter(this.#table, undefined);
    const nested = this.#bucketLeaf(values, map, emitter);
    return {
      collect: (docs, count, buckets) => {
        if (buckets) return nested.collect(docs, count, buckets);
        this.#countTop(values, map, docs, count);
      },
    };
  }

  #countTop(values: OrdinalValues, map: Uint32Array | undefined, docs: Uint32Array, count: number): void {
    if (!this.#topCounts) {
      this.#shard.reserve((this.#ordinals.count + 1) * 4);
      this.#topCounts = new Uint32Array(this.#ordinals.count + 1);
    }
    const counts = this.#topCounts;
    const loaded = values.load(docs, count);
    const { ordinals } = values;
    if (!map && this.#missing === undefined) {
      for (let i = 0; i < loaded; i++) counts[ordinals[i]!]! += 1;
      return;
    }
    for (let i = 0; i < loaded; i++) {
      const ordinal = ordinals[i]!;
      counts[ordinal === MISSING_ORDINAL ? this.#missingOrdinal : map ? map[ordinal]! : ordinal]! += 1;
    }
  }

  #bucketLeaf(values: OrdinalValues, map: Uint32Array | undefined, emitter: BucketEmitter): LeafCollector {
    const table = this.#table;
    const allowed = this.#allowed;
    return {
      collect: (docs, count, buckets) => {
        const before = table.size;
        const loaded = values.load(docs, count);
        const { ordinals, places } = values;
        for (let i = 0; i < loaded; i++) {
          const own = ordinals[i]!;
          const ordinal = own === MISSING_ORDINAL ? this.#missingOrdinal : map ? map[own]! : own;
          if (allowed && allowed[ordinal] !== 1) continue;
          const place = places[i]!;
          emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, ordinal));
        }
        emitter.flush();
        if (table.size > before) this.#shard.reserve((table.size - before) * 48);
      },
    };
  }

  results(parents: Uint32Array): Partial[] {
    if (this.#topCounts) return Array.from(parents, () => this.#topResult(this.#topCounts!));
    if (this.#request.minDocCount === 0) this.#addUnseen(parents);
    return this.#table.byParent(parents).map((buckets) => selectTerms(this.#request, this.#tableCandidates(buckets), this.#children, this.#shard));
  }

  /** With min_doc_count 0, every term of the shard has a bucket below every parent. */
  #addUnseen(parents: Uint32Array): void {
    for (const parent of parents) {
      for (let ordinal = 0; ordinal < this.#ordinals.count; ordinal++) {
        if (!this.#allowed || this.#allowed[ordinal] === 1) this.#table.bucket(parent, ordinal);
      }
    }
  }

  #topResult(counts: Uint32Array): Partial {
    const all = this.#request.minDocCount === 0;
    const seen: number[] = [];
    for (let ordinal = 0; ordinal < counts.length; ordinal++) {
      if (counts[ordinal] === 0 && (!all || ordinal === this.#ordinals.count)) continue;
      if (!this.#allowed || this.#allowed[ordinal] === 1) seen.push(ordinal);
    }
    const candidates: TermCandidates = {
      buckets: seen,
      count: (ordinal) => counts[ordinal]!,
      compareKeys: (left, right) => this.#compareOrdinals(left, right),
      key: (ordinal) => this.#key(ordinal),
      childBucket: () => 0,
    };
    return selectTerms(this.#request, candidates, this.#children, this.#shard);
  }

  #tableCandidates(buckets: readonly number[]): TermCandidates {
    const table = this.#table;
    return {
      buckets,
      count: (bucket) => table.counts[bucket]!,
      compareKeys: (left, right) => this.#compareOrdinals(table.keys[left]!, table.keys[right]!),
      key: (bucket) => this.#key(table.keys[bucket]!),
      childBucket: (bucket) => bucket,
    };
  }

  #bytes(ordinal: number): Uint8Array {
    return ordinal === this.#ordinals.count && this.#missing ? this.#missing : this.#ordinals.bytes(ordinal);
  }

  #key(ordinal: number): string {
    const bytes = this.#bytes(ordinal);
    return Buffer.from(bytes.slice()).toString("latin1");
  }

  #compareOrdinals(left: number, right: number): number {
    const pseudo = this.#ordinals.count;
    if (left !== pseudo && right !== pseudo) return left - right;
    return left === right ? 0 : Buffer.compare(this.#bytes(left), this.#bytes(right));
  }

  #ordinalOf(term: Uint8Array): number {
    let low = 0;
    let high = this.#ordinals.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.#ordinals.bytes(middle), term) < 0) low = middle + 1;
      else high = middle;
    }
    const found = low < this.#ordinals.count && Buffer.compare(this.#ordinals.bytes(low), term) === 0;
    return found ? low : this.#ordinals.count;
  }

  #allowedTerms(): Uint8Array | undefined {
    const { filter, source } = this.#request;
    if (!filter) return undefined;
    const allowed = new Uint8Array(this.#ordinals.count + 1);
    for (let ordinal = 0; ordinal <= this.#ordinals.count; ordinal++) {
      if (ordinal === this.#ordinals.count && !this.#missing) break;
      const bytes = this.#bytes(ordinal).slice();
      const text = source.field ? String(source.field.format(bytes)) : Buffer.from(bytes).toString("utf8");
      if (filter.acceptsTerm(bytes, text)) allowed[ordinal] = 1;
    }
    return allowed;
  }
}
