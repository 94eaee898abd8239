/** Collects terms of a field with a column of numbers. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Collector, LeafCollector, Partial, ShardCollection } from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { BucketEmitter } from "./bucket-emitter.ts";
import { BucketTable } from "./bucket-table.ts";
import type { TermsRequest } from "./terms-request.ts";
import { type TermCandidates, selectTerms } from "./terms-selection.ts";

/** See TermsRequest. */
export class NumberTermsCollector implements Collector {
  readonly #request: TermsRequest;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #table = new BucketTable();

  constructor(request: TermsRequest, shard: ShardCollection) {
    this.#request = request;
    this.#shard = shard;
    this.#children = new ChildCollectors(request.children, shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const values = this.#values(reader);
    if (!values.any) return undefined;
    const emitter = new BucketEmitter(this.#table, this.#children.segment(reader, context));
    return { collect: (docs, count, buckets) => this.#collect(values, emitter, docs, count, buckets) };
  }

  #values(reader: SegmentReader): NumericValues {
    const { field, fieldName, missing } = this.#request.source;
    return new NumericValues(reader, field?.path ?? fieldName, missing === undefined ? undefined : Number(missing));
  }

  #collect(values: NumericValues, emitter: BucketEmitter, docs: Uint32Array, count: number, buckets: Uint32Array | undefined): void {
    const table = this.#table;
    const { filter } = this.#request;
    const before = table.size;
    const loaded = values.load(docs, count);
    const { values: keys, places } = values;
    let previousPlace = -1;
    let previousKey = Number.NaN;
    for (let i = 0; i < loaded; i++) {
      const key = keys[i]!;
      const place = places[i]!;
      // A document counts once for a value that it has twice; its values come sorted.
      if (place === previousPlace && key === previousKey) continue;
      previousPlace = place;
      previousKey = key;
      if (filter && !filter.acceptsNumber(key)) continue;
      emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, key));
    }
    emitter.flush();
    if (table.size > before) this.#shard.reserve((table.size - before) * 48);
  }

  results(parents: Uint32Array): Partial[] {
    if (this.#request.minDocCount === 0) this.#addUnseen(parents);
    return this.#table.byParent(parents).map((buckets) => selectTerms(this.#request, this.#candidates(buckets), this.#children, this.#shard));
  }

  /** With min_doc_count 0, every value of the shard has a bucket below every parent. */
  #addUnseen(parents: Uint32Array): void {
    const { filter } = this.#request;
    const docs = new Uint32Array(1);
    for (const reader of this.#shard.searcher.segments) {
      const values = this.#values(reader);
      for (docs[0] = 0; docs[0]! < reader.docCount; docs[0]! += 1) {
        const loaded = values.load(docs, 1);
        for (let i = 0; i < loaded; i++) {
          const key = values.values[i]!;
          if (filter && !filter.acceptsNumber(key)) continue;
          for (const parent of parents) this.#table.bucket(parent, key);
        }
      }
    }
  }

  #candidates(buckets: readonly number[]): TermCandidates {
    const table = this.#table;
    return {
      buckets,
      count: (bucket) => table.counts[bucket]!,
      compareKeys: (left, right) => table.keys[left]! - table.keys[right]!,
      key: (bucket) => table.keys[bucket]!,
      childBucket: (bucket) => bucket,
    };
  }
}
