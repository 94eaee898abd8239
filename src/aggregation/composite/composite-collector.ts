/**
 * Collects the first composite keys after a place: keys alone while documents come, and after the last segment the
 * children of the keys that remain.
 */
import { illegalArgument } from "../../compat/errors.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  BATCH_DOCS,
  type BucketCollector,
  type LeafCollector,
  type ResultBucket,
  type SegmentReplay,
  type ShardCollection,
  type SubAggregations,
} from "../aggregation-kind.ts";
import { DocBatch } from "../collect/doc-batch.ts";
import { SeenOfDocument } from "../collect/seen-of-document.ts";
import { type PartKeys, SegmentTuples } from "../keyed/segment-tuples.ts";
import { type TuplePart, tupleKey } from "../keyed/tuple-keys.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { docWeights } from "../values/doc-weights.ts";

const TUPLE_BYTES = 200;
const NO_DOCS = new Uint32Array(0);
/** How many more keys are held than wanted before the last ones are dropped. */
const SLACK = 4;
const LEAST_SLACK = 1024;

/** A bucket with its key. */
export interface CompositeBucket extends ResultBucket {
  readonly key: readonly TuplePart[];
}

/** What is collected. */
export interface CompositeParts {
  readonly size: number;
  readonly children: SubAggregations;
  readonly parts: (reader: SegmentReader) => readonly PartKeys[] | undefined;
  readonly compare: (left: readonly TuplePart[], right: readonly TuplePart[]) => number;
  readonly after: readonly TuplePart[] | undefined;
}

interface Held {
  readonly key: readonly TuplePart[];
  count: number;
  bucket: number;
}

export class CompositeCollector implements BucketCollector<readonly CompositeBucket[]> {
  readonly #parts: CompositeParts;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  #held = new Map<string, Held>();
  /** Keys after this one are not among the first. */
  #last: readonly TuplePart[] | undefined;
  /** Documents of each segment, for the children. */
  readonly #seen: { readonly reader: SegmentReader; readonly docs: Uint32Array }[] = [];
  #sorted: Held[] = [];

  constructor(parts: CompositeParts, shard: ShardCollection) {
    this.#parts = parts;
    this.#shard = shard;
    this.#children = new ChildCollectors(parts.children, shard);
  }

  segment(reader: SegmentReader): LeafCollector | undefined {
    const parts = this.#parts.parts(reader);
    if (!parts) return undefined;
    const weights = docWeights(reader);
    const docs =
      this.#parts.children.aggregations.length > 0 ? new Uint32Array((reader.docCount + 31) >>> 5) : undefined;
    if (docs) {
      this.#shard.reserve(docs.byteLength);
      this.#seen.push({ reader, docs });
    }
    const seen = new SeenOfDocument<Held>();
    const tuples = new SegmentTuples(parts, (tuple) => this.#hold(tuple), this.#shard);
    let batch: Uint32Array = NO_DOCS;
    const take = (place: number, held: Held | undefined): void => {
      if (held && seen.isFirst(place, held)) held.count += weights ? weights[batch[place]!]! : 1;
    };
    return {
      collect: (incoming, count, buckets) => {
        if (buckets) throw illegalArgument("[composite] aggregation cannot be used with a parent aggregation");
        if (docs) for (let i = 0; i < count; i++) docs[incoming[i]! >>> 5]! |= 1 << (incoming[i]! & 31);
        batch = incoming;
        seen.begin();
        tuples.each(batch, count, take);
      },
    };
  }

  /** What a key is counted by; undefined: it is not among the first, and will not be. */
  #hold(tuple: readonly TuplePart[]): Held | undefined {
    const { compare, after, size } = this.#parts;
    if (after && compare(tuple, after) <= 0) return undefined;
    if (this.#last && compare(tuple, this.#last) > 0) return undefined;
    const text = tupleKey(tuple);
    let held = this.#held.get(text);
    if (held) return held;
    held = { key: tuple, count: 0, bucket: -1 };
    this.#held.set(text, held);
    this.#shard.reserve(TUPLE_BYTES);
    if (this.#held.size > Math.max(size * SLACK, size + LEAST_SLACK)) this.#drop();
    return held;
  }

  /** Keeps the first ones. */
  #drop(): void {
    const { compare, size } = this.#parts;
    const before = this.#held.size;
    const first = [...this.#held].sort(([, left], [, right]) => compare(left.key, right.key)).slice(0, size);
    this.#held = new Map(first);
    this.#last = first.at(-1)?.[1].key;
    this.#shard.reserve((this.#held.size - before) * TUPLE_BYTES);
  }

  finish(replay: SegmentReplay): void {
    const { compare, size } = this.#parts;
    this.#sorted = [...this.#held.values()].sort((left, right) => compare(left.key, right.key)).slice(0, size);
    this.#sorted.forEach((held, place) => (held.bucket = place));
    for (const { reader, docs } of this.#seen) replay.open(reader, (context) => this.#replay(reader, docs, context));
    this.#children.finish(replay);
  }

  #replay(reader: SegmentReader, seen: Uint32Array, context: OperatorContext): void {
    const leaf = this.#children.segment(reader, context);
    const parts = leaf && this.#parts.parts(reader);
    if (!leaf || !parts) return;
    const out = new DocBatch(leaf);
    const docs = new Uint32Array(BATCH_DOCS);
    let count = 0;
    const tuples = new SegmentTuples(parts, (tuple) => this.#held.get(tupleKey(tuple))?.bucket ?? -1, this.#shard);
    const first = new SeenOfDocument<number>();
    const take = (place: number, bucket: number): void => {
      if (bucket >= 0 && first.isFirst(place, bucket)) out.add(docs[place]!, bucket);
    };
    const flush = (): void => {
      first.begin();
      tuples.each(docs, count, take);
      out.flush();
      count = 0;
      context.checkpoint();
    };
    for (let doc = 0; doc < reader.docCount; doc++) {
      if (((seen[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue;
      docs[count++] = doc;
      if (count === BATCH_DOCS) flush();
    }
    flush();
  }

  results(parents: Uint32Array): (readonly CompositeBucket[])[] {
    const below = this.#children.results(Uint32Array.from(this.#sorted, (_, place) => place));
    const buckets = this.#sorted.map(({ key, count }, place) => ({ key, docCount: count, children: below[place]! }));
    return Array.from(parents, () => buckets);
  }
}
