/**
 * Collectors that move from documents to their nested documents, and back. Buckets have the same numbers as the
 * parent's.
 */
import type { OperatorContext } from "../../query/operator.ts";
import type { SearcherView } from "../../query/query.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
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

/** The common part: counts by bucket, and sub-aggregations over the other documents. */
abstract class JoinedCollector implements BucketCollector<ResultBucket> {
  protected readonly shard: ShardCollection;
  protected readonly children: ChildCollectors;
  protected readonly counts = new BucketDoubles(0);

  /** `shard` is that of the documents that `children` collect. */
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

/** `shard` with other documents; `ParentScores` copies their scores. */
export function joinedShard(shard: ShardCollection, searcher: SearcherView): ShardCollection {
  return { ...shard, searcher, scores: shard.scores && new Float32Array(WINDOW_DOCS) };
}

/** Nested documents have their parent's score: copies scores from window to window. */
class ParentScores {
  readonly #from: Float32Array;
  readonly #to: Float32Array;
  #windowEnd = 0;

  constructor(from: Float32Array, to: Float32Array) {
    this.#from = from;
    this.#to = to;
  }

  /** Gives `target`, which is added to `batch` next, the score of `source`. A batch stays within one window. */
  hand(source: number, target: number, batch: DocBatch | undefined): void {
    if (target >= this.#windowEnd) {
      batch?.flush();
      this.#windowEnd = target - (target % WINDOW_DOCS) + WINDOW_DOCS;
    }
    this.#to[target % WINDOW_DOCS] = this.#from[source % WINDOW_DOCS]!;
  }
}

function handedScores(from: ShardCollection, to: ShardCollection): ParentScores | undefined {
  return from.scores && to.scores ? new ParentScores(from.scores, to.scores) : undefined;
}

/** Collects the nested documents of a path in each document. */
export class NestedCollector extends JoinedCollector {
  readonly #path: string;
  readonly #around: ShardCollection;
  #nested: Uint32Array | undefined;

  /** `around` is the shard of the incoming documents. */
  constructor(path: string, children: SubAggregations, shard: ShardCollection, around: ShardCollection) {
    super(children, shard);
    this.#path = path;
    this.#around = around;
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const space = reader.space(this.#path);
    if (!space) return undefined;
    const child = this.children.segment(space, context.within(space));
    const batch = child && new DocBatch(child);
    const leaf = { space, reader, context, batch, scores: handedScores(this.#around, this.shard) };
    const starts = space.parentReader === reader && !leaf.scores ? space.firstChild : undefined;
    return {
      collect: (docs, count, buckets) => {
        if (starts && !buckets) this.#collectTop(starts, child, context, docs.subarray(0, count));
        else this.#collect(leaf, docs, count, buckets);
      },
    };
  }

  /** Documents without a parent's bucket: neither have their nested documents one. */
  #collectTop(
    starts: Uint32Array,
    child: LeafCollector | undefined,
    context: OperatorContext,
    docs: Uint32Array,
  ): void {
    const counts = this.counts.reserve(1, this.shard);
    const nested = (this.#nested ??= new Uint32Array(BATCH_DOCS));
    let kept = 0;
    for (const doc of docs) {
      const end = starts[doc + 1]!;
      counts[0]! += end - starts[doc]!;
      if (!child) continue;
      for (let at = starts[doc]!; at < end; at++) {
        nested[kept++] = at;
        if (kept < BATCH_DOCS) continue;
        child.collect(nested, kept, undefined);
        kept = 0;
        context.checkpoint();
      }
    }
    if (kept > 0) child?.collect(nested, kept, undefined);
  }

  #collect(
    { space, reader, context, batch, scores }: NestedLeaf,
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
      // Documents ascend, so each nested one goes to all buckets before the next.
      for (let nested = first; nested < end; nested++) {
        scores?.hand(doc, nested, batch);
        for (let at = i; at < next; at++) batch.add(nested, buckets ? buckets[at]! : 0);
      }
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
  readonly scores: ParentScores | undefined;
}

/** Collects the parents of nested documents, which are those of `shard`, once for each bucket. */
export class ReverseNestedCollector extends JoinedCollector {
  /** The last document given to each bucket, numbered over all segments, plus one. */
  readonly #last = new BucketDoubles(0);
  #docBase = 1;
  readonly #nested: ShardCollection;

  /** `nested` is the shard of the incoming documents. */
  constructor(children: SubAggregations, shard: ShardCollection, nested: ShardCollection) {
    super(children, shard);
    this.#nested = nested;
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const above = this.shard.searcher.segments.find(({ data }) => data === reader.data);
    if (!above) return undefined;
    const steps = stepsUp(reader, above);
    const child = this.children.segment(above, context.within(above));
    const batch = child && new DocBatch(child);
    const weights = docWeights(above);
    const base = this.#docBase;
    this.#docBase += above.docCount;
    const leaf = { steps, base, batch, weights, scores: handedScores(this.#nested, this.shard) };
    return { collect: (docs, count, buckets) => this.#collect(leaf, docs, count, buckets) };
  }

  #collect(
    { steps, base, batch, weights, scores }: ReverseLeaf,
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
      scores?.hand(docs[i]!, doc, batch);
      batch?.add(doc, bucket);
    }
    batch?.flush();
  }
}

/** What the leaf of a segment works with. */
interface ReverseLeaf {
  /** Parent maps from the nested documents up, one for each level. */
  readonly steps: readonly Uint32Array[];
  readonly base: number;
  readonly weights: Float64Array | undefined;
  readonly batch: DocBatch | undefined;
  readonly scores: ParentScores | undefined;
}
