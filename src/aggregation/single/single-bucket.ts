/** Aggregations with a single bucket: filter, missing, nested. Buckets have the same numbers as the parent's. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  BATCH_DOCS,
  type BucketAggregation,
  type BucketCollector,
  type CollectorProfile,
  type LeafCollector,
  type ResultBucket,
  type SegmentReplay,
  type ShardCollection,
  type SubAggregations,
} from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { divisionOf, emptyChildren, mergeChildren, renderChildren } from "../tree/child-results.ts";
import type { Chooser } from "../collect/query-chooser.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { docWeights } from "../values/doc-weights.ts";

/** Makes the aggregation: `choose` is called once for each segment and returns undefined when nothing in it matches. */
export function singleBucket(
  name: string,
  kind: string,
  children: SubAggregations,
  choose: (shard: ShardCollection) => (reader: SegmentReader, context: OperatorContext) => Chooser | undefined,
): BucketAggregation<ResultBucket> {
  return singleBucketOf(
    name,
    kind,
    children,
    (shard) => new SingleBucketCollector(children, shard, { choose: choose(shard) }),
  );
}

/** As `singleBucket`, with a custom collector. */
export function singleBucketOf(
  name: string,
  kind: string,
  children: SubAggregations,
  collector: (shard: ShardCollection) => BucketCollector<ResultBucket>,
): BucketAggregation<ResultBucket> {
  return {
    name,
    kind,
    children,
    divides: (searcher) => divisionOf(children, searcher),
    collector,
    empty: () => ({ docCount: 0, children: emptyChildren(children) }),
    merge: (partials, reduce) => ({
      docCount: partials.reduce((sum, one) => sum + one.docCount, 0),
      children: mergeChildren(
        children,
        partials.map((one) => one.children),
        reduce,
      ),
    }),
    render: ({ docCount, children: below }, context) => ({
      doc_count: docCount,
      ...renderChildren(children, below, context),
    }),
    typeName: () => kind,
    sortable: { of: "single-bucket" },
    metric: (partial) => partial.docCount,
    buckets: (partial) => [partial],
    withBuckets: (partial, [bucket]) => bucket ?? partial,
  };
}

/** What the leaf of a segment works with. */
interface SingleLeaf {
  readonly chooser: Chooser;
  readonly child: LeafCollector | undefined;
  readonly weights: Float64Array | undefined;
}

/** Which documents belong to the bucket. */
export interface SingleChoice {
  readonly choose: (reader: SegmentReader, context: OperatorContext) => Chooser | undefined;
  /** See `Collector.profile`. */
  readonly profile?: () => CollectorProfile;
}

export class SingleBucketCollector implements BucketCollector<ResultBucket> {
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #choose: SingleChoice["choose"];
  readonly #profile: SingleChoice["profile"];
  readonly #counts = new BucketDoubles(0);
  readonly #places = new Uint32Array(BATCH_DOCS);
  readonly #docs = new Uint32Array(BATCH_DOCS);
  readonly #buckets = new Uint32Array(BATCH_DOCS);

  constructor(children: SubAggregations, shard: ShardCollection, { choose, profile }: SingleChoice) {
    this.#shard = shard;
    this.#children = new ChildCollectors(children, shard);
    this.#choose = choose;
    this.#profile = profile;
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const chooser = this.#choose(reader, context);
    if (!chooser) return undefined;
    const child = this.#children.segment(reader, context);
    const weights = docWeights(reader);
    return { collect: (docs, count, buckets) => this.#collect({ chooser, child, weights }, docs, count, buckets) };
  }

  #collect(
    { chooser, child, weights }: SingleLeaf,
    docs: Uint32Array,
    count: number,
    buckets: Uint32Array | undefined,
  ): void {
    const chosen = chooser(docs, count, this.#places);
    if (chosen === 0) return;
    const counts = this.#counts.reserve(bucketsNeeded(buckets, count), this.#shard);
    for (let i = 0; i < chosen; i++) {
      const place = this.#places[i]!;
      const bucket = buckets ? buckets[place]! : 0;
      const doc = docs[place]!;
      counts[bucket]! += weights === undefined ? 1 : weights[doc]!;
      this.#docs[i] = doc;
      this.#buckets[i] = bucket;
    }
    child?.collect(this.#docs, chosen, buckets ? this.#buckets : undefined);
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  emptyResult(): ResultBucket {
    return { docCount: 0, children: this.#children.empty() };
  }

  profile(): CollectorProfile {
    return this.#profile?.() ?? {};
  }

  results(buckets: Uint32Array): ResultBucket[] {
    const below = this.#children.results(buckets);
    return Array.from(buckets, (bucket, place) => ({
      docCount: this.#counts.get(bucket),
      children: below[place]!,
    }));
  }

  metric(bucket: number, property: string | undefined, path: readonly number[]): number {
    return path.length === 0 ? this.#counts.get(bucket) : this.#children.metric(path, bucket, property);
  }
}
