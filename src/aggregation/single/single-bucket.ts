/** Aggregations of one bucket each: filter, missing, nested. A parent's bucket has the same number here. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  type Aggregation,
  BATCH_DOCS,
  type Collector,
  type LeafCollector,
  type PartialResult,
  type Rendered,
  type ShardCollection,
} from "../aggregation-kind.ts";
import {
  type ChildPartials,
  ChildCollectors,
  emptyChildren,
  mergeChildren,
  renderChildren,
} from "../tree/child-collectors.ts";
import type { Chooser } from "../collect/query-chooser.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { docWeights } from "../values/doc-weights.ts";

/** Partial result of a single bucket. */
export interface SingleBucketPartial {
  readonly docCount: number;
  readonly children: ChildPartials;
}

function asSingle(partial: PartialResult): SingleBucketPartial {
  // oxlint-disable-next-line no-unsafe-type-assertion -- partial results come back to the kind that made them
  return partial as SingleBucketPartial;
}

/** Makes the aggregation: `choose` is asked once per segment, undefined when nothing of it belongs in. */
export function singleBucket(
  name: string,
  kind: string,
  children: readonly Aggregation[],
  choose: (shard: ShardCollection) => (reader: SegmentReader, context: OperatorContext) => Chooser | undefined,
): Aggregation {
  return singleBucketOf(name, kind, children, (shard) => new SingleBucketCollector(children, shard, choose(shard)));
}

/** As `singleBucket`, with a collector of partial results that chooses by itself. */
export function singleBucketOf(
  name: string,
  kind: string,
  children: readonly Aggregation[],
  collector: (shard: ShardCollection) => Collector,
): Aggregation {
  return {
    name,
    kind,
    meta: undefined,
    children,
    collector,
    empty: (): SingleBucketPartial => ({ docCount: 0, children: emptyChildren(children) }),
    merge(partials, reduce): SingleBucketPartial {
      const all = partials.map(asSingle);
      return {
        docCount: all.reduce((sum, one) => sum + one.docCount, 0),
        children: mergeChildren(
          children,
          all.map((one) => one.children),
          reduce,
        ),
      };
    },
    render(partial, context): Rendered {
      const { docCount, children: below } = asSingle(partial);
      return { doc_count: docCount, ...renderChildren(children, below, context) };
    },
    typeName: () => kind,
    sortable: { of: "single-bucket" },
    metric: (partial) => asSingle(partial).docCount,
    inner: (partial) => asSingle(partial).children,
  };
}

/** What the leaf of a segment works with. */
interface SingleLeaf {
  readonly chooser: Chooser;
  readonly child: LeafCollector | undefined;
  readonly weights: Float64Array | undefined;
}

class SingleBucketCollector implements Collector {
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #choose: (reader: SegmentReader, context: OperatorContext) => Chooser | undefined;
  readonly #counts = new BucketDoubles(0);
  readonly #places = new Uint32Array(BATCH_DOCS);
  readonly #docs = new Uint32Array(BATCH_DOCS);
  readonly #buckets = new Uint32Array(BATCH_DOCS);

  constructor(
    children: readonly Aggregation[],
    shard: ShardCollection,
    choose: (reader: SegmentReader, context: OperatorContext) => Chooser | undefined,
  ) {
    this.#shard = shard;
    this.#children = new ChildCollectors(children, shard);
    this.#choose = choose;
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

  results(buckets: Uint32Array): PartialResult[] {
    const below = this.#children.results(buckets);
    return Array.from(buckets, (bucket, place): SingleBucketPartial => ({
      docCount: this.#counts.get(bucket),
      children: below[place]!,
    }));
  }

  metric(bucket: number, property: string | undefined, path: readonly number[]): number {
    return path.length === 0 ? this.#counts.get(bucket) : this.#children.metric(path, bucket, property);
  }
}
