/** Aggregations with a fixed number of buckets: range, filters. Bucket `b` of parent `p` is `p * size + b`. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  CollectorProfile,
  LeafCollector,
  ReduceContext,
  RenderContext,
  Rendered,
  ResultBucket,
  SegmentReplay,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { emptyChildren, mergeChildren, renderChildren } from "../tree/child-results.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { docWeights } from "../values/doc-weights.ts";
import { DocBatch } from "../collect/doc-batch.ts";
import { Memberships } from "./memberships.ts";

/** Counts and children by bucket. */
export type FixedBuckets = readonly ResultBucket[];

/** Sorts a batch into buckets: adds each membership once, by position in the batch. */
export type Sorter = (docs: Uint32Array, count: number, into: Memberships) => void;

/** Makes the sorter of a segment; undefined when no document of it belongs to a bucket. */
export type SorterOf = (reader: SegmentReader, context: OperatorContext) => Sorter | undefined;

/** No documents in any bucket. */
export function emptyFixed(size: number, children: SubAggregations): FixedBuckets {
  return Array.from({ length: size }, () => ({ docCount: 0, children: emptyChildren(children) }));
}

/** Adds up counts bucket by bucket; other properties are taken from the first result. */
export function mergeFixed<B extends ResultBucket>(
  partials: readonly (readonly B[])[],
  children: SubAggregations,
  reduce: ReduceContext,
): B[] {
  const size = partials[0]?.length ?? 0;
  reduce.countBuckets(size);
  return Array.from({ length: size }, (_, place) => {
    const same = partials.map((buckets) => buckets[place]!);
    return {
      ...same[0]!,
      docCount: same.reduce((sum, one) => sum + one.docCount, 0),
      children: mergeChildren(
        children,
        same.map((one) => one.children),
        reduce,
      ),
    };
  });
}

/** `{doc_count, children…}` of each bucket, to be completed with its key. */
export function renderFixed(buckets: FixedBuckets, children: SubAggregations, context: RenderContext): Rendered[] {
  return buckets.map((bucket) => ({
    doc_count: bucket.docCount,
    ...renderChildren(children, bucket.children, context),
  }));
}

/** The state of a segment's leaf. */
interface FixedLeaf {
  readonly sorter: Sorter;
  readonly batch: DocBatch | undefined;
  readonly weights: Float64Array | undefined;
}

/** How documents are sorted, and what results are made of. */
export interface FixedLayout<P> {
  readonly size: number;
  readonly sorterOf: SorterOf;
  readonly label: (buckets: FixedBuckets) => P;
  /** Nothing can be in any bucket, so that what is below knows of no document. Absent: false. */
  readonly isEmpty?: boolean;
  /** See `Collector.profile`. */
  readonly profile?: () => CollectorProfile;
}

/** Collects into a fixed number of buckets; `label` turns them into a result. */
export class FixedBucketsCollector<P> implements BucketCollector<P> {
  readonly #size: number;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #sorterOf: SorterOf;
  readonly #label: (buckets: FixedBuckets) => P;
  readonly #isEmpty: boolean;
  readonly #profile: (() => CollectorProfile) | undefined;
  readonly #counts = new BucketDoubles(0);
  readonly #memberships = new Memberships();

  constructor(children: SubAggregations, shard: ShardCollection, what: FixedLayout<P>) {
    this.#size = what.size;
    this.#shard = shard;
    this.#children = new ChildCollectors(children, shard);
    this.#sorterOf = what.sorterOf;
    this.#label = what.label;
    this.#isEmpty = what.isEmpty ?? false;
    this.#profile = what.profile;
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const sorter = this.#sorterOf(reader, context);
    if (!sorter) return undefined;
    const child = this.#children.segment(reader, context);
    const batch = child && new DocBatch(child);
    const weights = docWeights(reader);
    return { collect: (docs, count, parents) => this.#collect({ sorter, batch, weights }, docs, count, parents) };
  }

  #collect(
    { sorter, batch, weights }: FixedLeaf,
    docs: Uint32Array,
    count: number,
    parents: Uint32Array | undefined,
  ): void {
    const size = this.#size;
    const counts = this.#counts.reserve(bucketsNeeded(parents, count) * size, this.#shard);
    const memberships = this.#memberships;
    memberships.count = 0;
    sorter(docs, count, memberships);
    const { places, buckets } = memberships;
    for (let i = 0; i < memberships.count; i++) {
      const place = places[i]!;
      const number = (parents ? parents[place]! : 0) * size + buckets[i]!;
      const doc = docs[place]!;
      counts[number]! += weights === undefined ? 1 : weights[doc]!;
      batch?.add(doc, number);
    }
    batch?.flush();
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  emptyResult(): P {
    return this.#label(Array.from({ length: this.#size }, () => ({ docCount: 0, children: this.#children.empty() })));
  }

  profile(): CollectorProfile {
    return this.#profile?.() ?? {};
  }

  results(parents: Uint32Array): P[] {
    if (this.#isEmpty) return Array.from(parents, () => this.emptyResult());
    const size = this.#size;
    const numbers = new Uint32Array(parents.length * size);
    for (let p = 0; p < parents.length; p++)
      for (let b = 0; b < size; b++) numbers[p * size + b] = parents[p]! * size + b;
    const below = this.#children.results(numbers);
    return Array.from(parents, (parent, p) =>
      this.#label(
        Array.from({ length: size }, (_, b) => ({
          docCount: this.#counts.get(parent * size + b),
          children: below[p * size + b]!,
        })),
      ),
    );
  }
}
