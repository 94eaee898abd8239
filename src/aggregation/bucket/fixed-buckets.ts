/** Aggregations with a fixed number of buckets: range, filters. Bucket `b` of parent `p` is `p * size + b`. */
import type { JsonObject } from "../../core/json.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { type Collector, type LeafCollector, type Partial, type ReduceContext, type RenderContext, type ShardCollection, type Aggregation, BATCH_DOCS } from "../aggregation-kind.ts";
import { type ChildPartials, ChildCollectors, emptyChildren, mergeChildren, renderChildren } from "../tree/child-collectors.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";

/** Partial result: counts and children by bucket. */
export interface FixedPartial {
  readonly buckets: readonly { readonly docCount: number; readonly children: ChildPartials }[];
}

/** Sorts a batch into buckets: calls `emit(place, bucket)` for each membership. */
export type Sorter = (docs: Uint32Array, count: number, emit: (place: number, bucket: number) => void) => void;

function asFixed(partial: Partial): FixedPartial {
  // oxlint-disable-next-line no-unsafe-type-assertion -- partial results come back to the kind that made them
  return partial as FixedPartial;
}

/** No documents in any bucket. */
export function emptyFixed(size: number, children: readonly Aggregation[]): FixedPartial {
  return { buckets: Array.from({ length: size }, () => ({ docCount: 0, children: emptyChildren(children) })) };
}

/** Adds up bucket by bucket. */
export function mergeFixed(partials: readonly Partial[], children: readonly Aggregation[], reduce: ReduceContext): FixedPartial {
  const all = partials.map(asFixed);
  const size = all[0]?.buckets.length ?? 0;
  reduce.countBuckets(size);
  const buckets = Array.from({ length: size }, (_, place) => {
    const same = all.map((one) => one.buckets[place]!);
    return { docCount: same.reduce((sum, one) => sum + one.docCount, 0), children: mergeChildren(children, same.map((one) => one.children), reduce) };
  });
  return { buckets };
}

/** `{doc_count, children…}` of each bucket, to be completed with its key. */
export function renderFixed(partial: Partial, children: readonly Aggregation[], context: RenderContext): JsonObject[] {
  return asFixed(partial).buckets.map((bucket) => ({ doc_count: bucket.docCount, ...renderChildren(children, bucket.children, context) }));
}

/** Collects into a fixed number of buckets. */
export class FixedBucketsCollector implements Collector {
  readonly #size: number;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #sorter: (reader: SegmentReader, context: OperatorContext) => Sorter | undefined;
  readonly #counts = new BucketDoubles(0);

  constructor(size: number, children: readonly Aggregation[], shard: ShardCollection, sorter: (reader: SegmentReader, context: OperatorContext) => Sorter | undefined) {
    this.#size = size;
    this.#shard = shard;
    this.#children = new ChildCollectors(children, shard);
    this.#sorter = sorter;
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const sorter = this.#sorter(reader, context);
    if (!sorter) return undefined;
    const child = this.#children.segment(reader, context);
    const outDocs = new Uint32Array(BATCH_DOCS);
    const outBuckets = new Uint32Array(BATCH_DOCS);
    return {
      collect: (docs, count, parents) => {
        const needed = bucketsNeeded(parents, count) * this.#size;
        if (needed > this.#counts.values.length) this.#shard.reserve((needed - this.#counts.values.length) * 8);
        this.#counts.ensure(needed);
        const counts = this.#counts.values;
        let filled = 0;
        sorter(docs, count, (place, bucket) => {
          const number = (parents ? parents[place]! : 0) * this.#size + bucket;
          counts[number]! += 1;
          if (!child) return;
          outDocs[filled] = docs[place]!;
          outBuckets[filled++] = number;
          if (filled < BATCH_DOCS) return;
          child.collect(outDocs, filled, outBuckets);
          filled = 0;
        });
        if (filled > 0) child?.collect(outDocs, filled, outBuckets);
      },
    };
  }

  results(parents: Uint32Array): Partial[] {
    const numbers = new Uint32Array(parents.length * this.#size);
    for (let p = 0; p < parents.length; p++) for (let b = 0; b < this.#size; b++) numbers[p * this.#size + b] = parents[p]! * this.#size + b;
    this.#shard.countBuckets(numbers.length);
    const below = this.#children.results(numbers);
    return Array.from(parents, (parent, p): FixedPartial => ({
      buckets: Array.from({ length: this.#size }, (_, b) => ({ docCount: this.#counts.get(parent * this.#size + b), children: below[p * this.#size + b] ?? [] })),
    }));
  }
}
