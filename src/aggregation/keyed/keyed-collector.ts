/** Collects buckets by keys that segments compute: texts or numbers, of which a document may have several. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { SeenOfDocument } from "../collect/seen-of-document.ts";
import { resultsByParent } from "../collect/parent-slices.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import type { Key, KeyedBucket } from "./keyed-buckets.ts";
import { NumberedKeys } from "./numbered-keys.ts";

/** Takes the keys of a batch: `add` once for each key of the document at a place; places ascend. */
export type KeysOf = (docs: Uint32Array, count: number, add: (place: number, key: Key) => void) => void;

/** Makes the keys of a segment; undefined when no document of it has any. */
export type SegmentKeys = (reader: SegmentReader, context: OperatorContext) => KeysOf | undefined;

/** What differs between kinds. */
export interface KeyedParts<P> {
  readonly children: SubAggregations;
  readonly keys: SegmentKeys;
  /** Keys are whole numbers that stand for these; absent: they stand for themselves. */
  readonly nameOf?: (key: number) => Key;
  /** The result of one parent. */
  result(buckets: KeyedBucket[]): P;
}

/** A document counts once in a bucket: repeated keys of one document are dropped. */
export class KeyedCollector<P> implements BucketCollector<P> {
  readonly #parts: KeyedParts<P>;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #table = new BucketTable();
  /** Undefined where keys are numbers already. */
  readonly #keys: NumberedKeys | undefined;

  constructor(parts: KeyedParts<P>, shard: ShardCollection) {
    this.#parts = parts;
    this.#shard = shard;
    this.#keys = parts.nameOf ? undefined : new NumberedKeys(shard);
    this.#children = new ChildCollectors(parts.children, shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const keysOf = this.#parts.keys(reader, context);
    if (!keysOf) return undefined;
    const table = this.#table;
    const emitter = new BucketEmitter(table, this.#children.segment(reader, context), reader);
    const seen = new SeenOfDocument<number>();
    const numbers = this.#keys;
    let docs: Uint32Array = new Uint32Array(0);
    let buckets: Uint32Array | undefined;
    const add = (place: number, key: Key): void => {
      const number = numbers ? numbers.number(key) : Number(key);
      if (!seen.isFirst(place, number)) return;
      emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, number));
    };
    return {
      collect: (batch, count, parents) => {
        const before = table.size;
        docs = batch;
        buckets = parents;
        seen.begin();
        keysOf(batch, count, add);
        emitter.flush();
        if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
      },
    };
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  results(parents: Uint32Array): P[] {
    const { keys, counts } = this.#table;
    const keyOf = (number: number): Key => this.#keys?.key(number) ?? this.#parts.nameOf!(number);
    const lists = this.#table.byParent(parents);
    const below = resultsByParent(this.#children, lists);
    return lists.map((list, parent) =>
      this.#parts.result(
        list.map((bucket, place) => ({
          key: keyOf(keys[bucket]!),
          docCount: counts[bucket]!,
          children: below[parent]![place]!,
        })),
      ),
    );
  }
}
