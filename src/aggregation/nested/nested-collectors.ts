/**
 * Collectors that go from documents to the nested ones in them, and back. A parent's bucket has the same number here.
 */
import type { OperatorContext } from "../../query/operator.ts";
import { firstBelow, stepsUp } from "../../segment/nested-docs.ts";
import type { NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import {
  BATCH_DOCS,
  type BucketCollector,
  type LeafCollector,
  type ResultBucket,
  type SegmentReplay,
  type ShardCollection,
  type SubAggregations,
} from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { docWeights } from "../values/doc-weights.ts";
import { DocBatch } from "../collect/doc-batch.ts";

/** What both collectors have: counts by bucket, and sub-aggregations over the other documents. */
abstract class JoinedCollector implements BucketCollector<ResultBucket> {
  protected readonly shard: ShardCollection;
  protected readonly children: ChildCollectors;
  protected readonly counts = new BucketDoubles(0);

  /** `shard` is that of the documents collected here, which `children` are given. */
  constructor(children: SubAggregations, shard: ShardCollection) {
    this.shard = shard;
    this.children = new ChildCollectors(children, shard);
  }

  abstract segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined;

  finish(replay: SegmentReplay): void {
    this.children.finish(replay);
  }

  results(buckets: Uint32Array): ResultBucket[] {
    const below = this.children.results(buckets);
    return Array.from(buckets, (bucket, place) => ({
      docCount: this.counts.get(bucket),
      children: below[place]!,
    }));
  }

  metric(bucket: number, property: string | undefined, path: readonly number[]): number {
    return path.length === 0 ? this.counts.get(bucket) : this.children.metric(path, bucket, property);
  }
}

/** Collects the nested documents of a path in each document. */
export class NestedCollector extends JoinedCollector {
  readonly #path: string;

  constructor(path: string, children: SubAggregations, shard: ShardCollection) {
    super(children, shard);
    this.#path = path;
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const space = reader.space(this.#path);
    if (!space) return undefined;
    const child = this.children.segment(space, context.within(space));
    const batch = child && new DocBatch(child);
    return {
      collect: (docs, count, buckets) => this.#collect({ space, reader, context, batch }, docs, count, buckets),
    };
  }

  #collect(
    { space, reader, context, batch }: NestedLeaf,
    docs: Uint32Array,
    count: number,
    buckets: Uint32Array | undefined,
  ): void {
    const counts = this.counts.reserve(bucketsNeeded(buckets, count), this.shard);
    let unchecked = 0;
    for (let i = 0, next = 0; i < count; i = next) {
      const doc = docs[i]!;
      for (next = i + 1; next < count && docs[next] === doc;) next++;
      const first = firstBelow(space, doc, reader);
      const end = firstBelow(space, doc + 1, reader);
      for (let at = i; at < next; at++) counts[buckets ? buckets[at]! : 0]! += end - first;
      if (!batch) continue;
      // The documents ascend, so each nested one goes to all buckets before the next.
      for (let nested = first; nested < end; nested++)
        for (let at = i; at < next; at++) batch.add(nested, buckets ? buckets[at]! : 0);
      unchecked += end - first;
      if (unchecked < BATCH_DOCS) continue;
      context.checkpoint();
      unchecked = 0;
    }
    batch?.flush();
  }
}

/** What the leaf of a segment works with. */
interface NestedLeaf {
  readonly space: NestedReader;
  readonly reader: SegmentReader;
  readonly context: OperatorContext;
  readonly batch: DocBatch | undefined;
}

/** Collects the documents around nested ones, which are those of `shard`, each once for a bucket. */
export class ReverseNestedCollector extends JoinedCollector {
  /** Number over all segments of the document that each bucket was given last, plus one. */
  readonly #last = new BucketDoubles(0);
  #docBase = 1;

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const above = this.shard.searcher.segments.find(({ data }) => data === reader.data);
    if (!above) return undefined;
    const steps = stepsUp(reader, above);
    const child = this.children.segment(above, context.within(above));
    const batch = child && new DocBatch(child);
    const weights = docWeights(above);
    const base = this.#docBase;
    this.#docBase += above.docCount;
    return { collect: (docs, count, buckets) => this.#collect({ steps, base, batch, weights }, docs, count, buckets) };
  }

  #collect(
    { steps, base, batch, weights }: ReverseLeaf,
    docs: Uint32Array,
    count: number,
    buckets: Uint32Array | undefined,
  ): void {
    const needed = bucketsNeeded(buckets, count);
    const counts = this.counts.reserve(needed, this.shard);
    const last = this.#last.reserve(needed, this.shard);
    for (let i = 0; i < count; i++) {
      let doc = docs[i]!;
      for (let step = 0; step < steps.length; step++) doc = steps[step]![doc]!;
      const bucket = buckets ? buckets[i]! : 0;
      if (last[bucket] === base + doc) continue;
      last[bucket] = base + doc;
      counts[bucket]! += weights === undefined ? 1 : weights[doc]!;
      batch?.add(doc, bucket);
    }
    batch?.flush();
  }
}

/** What the leaf of a segment works with. */
interface ReverseLeaf {
  /** From nested documents to those above, step by step. */
  readonly steps: readonly Uint32Array[];
  readonly base: number;
  readonly weights: Float64Array | undefined;
  readonly batch: DocBatch | undefined;
}
