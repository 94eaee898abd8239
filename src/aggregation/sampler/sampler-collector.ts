/** Keeps the best documents of each bucket, and passes them to the children after the last segment. */
import { illegalArgument } from "../../compat/errors.ts";
import type { OperatorContext } from "../../query/operator.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  type BucketCollector,
  type CollectorProfile,
  type LeafCollector,
  type ResultBucket,
  type SegmentReplay,
  type ShardCollection,
  type SubAggregations,
  BATCH_DOCS,
} from "../aggregation-kind.ts";
import { DocBatch } from "../collect/doc-batch.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { BestDocs } from "./best-docs.ts";

/** A document's number over all segments: its number in the segment, plus this for each previous segment. */
const SEGMENT_STEP = 2 ** 32;

/** Documents of all samples: parallel, ascending by document, then bucket. */
interface Samples {
  readonly docs: Float64Array;
  readonly buckets: Uint32Array;
  readonly scores: Float32Array;
}

export class SamplerCollector implements BucketCollector<ResultBucket> {
  readonly #limit: number;
  protected readonly shard: ShardCollection;
  readonly #children: ChildCollectors;
  /** By bucket. */
  #best: (BestDocs | undefined)[] = [];
  readonly #segments: SegmentReader[] = [];
  /** Whether documents come with a parent's buckets. */
  protected hasParents = false;

  constructor(shardSize: number, children: SubAggregations, shard: ShardCollection) {
    this.#limit = shardSize;
    this.shard = shard;
    this.#children = new ChildCollectors(children, shard);
  }

  segment(reader: SegmentReader): LeafCollector {
    const base = this.beginSegment(reader);
    return { collect: (docs, count, buckets) => this.#collect(base, docs, count, buckets) };
  }

  /** The number of the segment's first document over all segments. */
  protected beginSegment(reader: SegmentReader): number {
    if (this.#children.children.aggregations.length === 0)
      throw illegalArgument("Sampler aggregation must be used with child aggregations.");
    return this.#segments.push(reader) * SEGMENT_STEP - SEGMENT_STEP;
  }

  /** The samples by bucket, once all documents were seen. */
  protected sampled(): (BestDocs | undefined)[] {
    return this.#best;
  }

  #collect(base: number, docs: Uint32Array, count: number, buckets: Uint32Array | undefined): void {
    if (buckets) this.hasParents = true;
    const { scores } = this.shard;
    let best = this.#bestOf(buckets ? buckets[0]! : 0);
    for (let i = 0; i < count; i++) {
      if (buckets) best = this.#bestOf(buckets[i]!);
      const doc = docs[i]!;
      best.add(base + doc, scores ? scores[doc % WINDOW_DOCS]! : 0);
    }
  }

  #bestOf(bucket: number): BestDocs {
    const known = this.#best[bucket];
    if (known) return known;
    if (this.#limit < 1)
      throw illegalArgument(
        "numHits must be > 0; please use TotalHitCountCollectorManager if you just need the total hit count",
      );
    while (this.#best.length < bucket) this.#best.push(undefined);
    return (this.#best[bucket] = new BestDocs(this.#limit, (bytes) => this.shard.reserve(bytes)));
  }

  finish(replay: SegmentReplay): void {
    this.#best = this.sampled();
    const samples = this.#samples();
    for (let from = 0, to = 0; from < samples.docs.length; from = to) {
      const segment = Math.floor(samples.docs[from]! / SEGMENT_STEP);
      while (to < samples.docs.length && samples.docs[to]! < (segment + 1) * SEGMENT_STEP) to++;
      const reader = this.#segments[segment]!;
      const part = {
        docs: samples.docs.subarray(from, to),
        buckets: samples.buckets.subarray(from, to),
        scores: samples.scores.subarray(from, to),
      };
      replay.open(reader, (context) => this.#replay(part, reader, context));
    }
    this.#children.finish(replay);
  }

  profile(): CollectorProfile {
    return { debug: { deferred_aggregators: this.#children.children.aggregations.map(({ name }) => name) } };
  }

  #samples(): Samples {
    let total = 0;
    for (const best of this.#best) total += best?.count ?? 0;
    this.shard.reserve(total * 2 * (BestDocs.ENTRY_BYTES + Uint32Array.BYTES_PER_ELEMENT));
    const docs = new Float64Array(total);
    const buckets = new Uint32Array(total);
    const scores = new Float32Array(total);
    let at = 0;
    for (const [bucket, best] of this.#best.entries()) {
      if (!best) continue;
      docs.set(best.docs.subarray(0, best.count), at);
      scores.set(best.scores.subarray(0, best.count), at);
      buckets.fill(bucket, at, (at += best.count));
    }
    const order = Uint32Array.from(docs, (_, place) => place).sort((left, right) => docs[left]! - docs[right]!);
    return {
      docs: Float64Array.from(order, (place) => docs[place]!),
      buckets: Uint32Array.from(order, (place) => buckets[place]!),
      scores: Float32Array.from(order, (place) => scores[place]!),
    };
  }

  /** Passes the documents of one segment to the children, window by window, with their scores. */
  #replay({ docs, buckets, scores }: Samples, reader: SegmentReader, context: OperatorContext): void {
    const leaf = this.#children.segment(reader, context);
    if (!leaf) return;
    const batch = this.hasParents ? new DocBatch(leaf) : new TopBatch(leaf);
    let window = -1;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i]! % SEGMENT_STEP;
      const base = doc - (doc % WINDOW_DOCS);
      if (base !== window) batch.flush();
      window = base;
      if (this.shard.scores) this.shard.scores[doc % WINDOW_DOCS] = scores[i]!;
      batch.add(doc, buckets[i]!);
    }
    batch.flush();
    context.checkpoint();
  }

  results(buckets: Uint32Array): ResultBucket[] {
    const below = this.#children.results(buckets);
    return Array.from(buckets, (bucket, place) => ({ docCount: this.#count(bucket), children: below[place]! }));
  }

  metric(bucket: number, property: string | undefined, path: readonly number[]): number {
    return path.length === 0 ? this.#count(bucket) : this.#children.metric(path, bucket, property);
  }

  #count(bucket: number): number {
    return this.#best[bucket]?.count ?? 0;
  }
}

/** As `DocBatch`, for documents without a parent's buckets. */
class TopBatch {
  readonly #leaf: LeafCollector;
  readonly #docs = new Uint32Array(BATCH_DOCS);
  #count = 0;

  constructor(leaf: LeafCollector) {
    this.#leaf = leaf;
  }

  /** A window has no more documents than fit. */
  add(doc: number): void {
    this.#docs[this.#count++] = doc;
  }

  flush(): void {
    if (this.#count > 0) this.#leaf.collect(this.#docs, this.#count, undefined);
    this.#count = 0;
  }
}
