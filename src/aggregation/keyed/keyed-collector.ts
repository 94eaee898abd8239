/** Collects buckets by keys that segments compute: texts or numbers, of which a document may have several. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  ChildPartials,
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

/** Where keys come from. */
export interface KeySource {
  readonly keys: SegmentKeys;
  /** Keys are whole numbers that stand for these; absent: they stand for themselves. */
  readonly nameOf?: (key: number) => Key;
  /** All such numbers are below this one; absent: they may be any. */
  readonly keyCount?: number;
}

/** The first buckets of one parent by their documents, and then by the numbers that stand for keys. */
export interface BucketChoice {
  readonly first: "most" | "fewest";
  /** Order of numbers. */
  readonly compare: (left: number, right: number) => number;
  /** How many are kept. */
  readonly limit: number;
}

/** What differs between kinds. */
export interface KeyedParts<P> extends KeySource {
  readonly children: SubAggregations;
  /** A document counts as often as it has a key, for its children too. Absent: once. */
  readonly repeats?: boolean;
  /** Absent: all, as they were met. */
  readonly choice?: BucketChoice;
  /** The result of one parent. */
  result(buckets: KeyedBucket[]): P;
}

/** A bucket and its number, by which what is below it is asked for. */
export interface CountedKey extends KeyedBucket {
  readonly bucket: number;
}

const NONE: ChildPartials = [];

/** A document counts once in a bucket, where it may not repeat: repeated keys of one document are dropped. */
export class KeyedCollector<P> implements BucketCollector<P> {
  readonly #parts: KeyedParts<P>;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #table: BucketTable;
  /** Undefined where keys are numbers already. */
  readonly #keys: NumberedKeys | undefined;

  constructor(parts: KeyedParts<P>, shard: ShardCollection) {
    this.#parts = parts;
    this.#shard = shard;
    this.#table = new BucketTable(parts.keyCount);
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
    const { repeats = false } = this.#parts;
    let docs: Uint32Array = new Uint32Array(0);
    let buckets: Uint32Array | undefined;
    const add = (place: number, key: Key): void => {
      const number = numbers ? numbers.number(key) : Number(key);
      if (!repeats && !seen.isFirst(place, number)) return;
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

  emptyResult(): P {
    return this.#parts.result([]);
  }

  /** All keys of any bucket. */
  allKeys(): Set<Key> {
    const { keys, size } = this.#table;
    const all = new Set<Key>();
    for (let bucket = 0; bucket < size; bucket++) all.add(this.#keyOf(keys[bucket]!));
    return all;
  }

  #keyOf(number: number): Key {
    return this.#keys?.key(number) ?? this.#parts.nameOf!(number);
  }

  #chosen(list: number[]): number[] {
    const { choice } = this.#parts;
    if (!choice) return list;
    const { keys, counts } = this.#table;
    const { compare, limit } = choice;
    const sign = choice.first === "most" ? -1 : 1;
    list.sort((left, right) => sign * (counts[left]! - counts[right]!) || compare(keys[left]!, keys[right]!));
    return list.length > limit ? list.slice(0, limit) : list;
  }

  results(parents: Uint32Array): P[] {
    const { keys, counts } = this.#table;
    const lists = this.#table.byParent(parents).map((list) => this.#chosen(list));
    const below = resultsByParent(this.#children, lists);
    return lists.map((list, parent) =>
      this.#parts.result(
        list.map((bucket, place) => ({
          key: this.#keyOf(keys[bucket]!),
          docCount: counts[bucket]!,
          children: below[parent]![place]!,
        })),
      ),
    );
  }

  /** The buckets of each parent, without what is below them. */
  counted(parents: Uint32Array): CountedKey[][] {
    const { keys, counts } = this.#table;
    return this.#table.byParent(parents).map((list) =>
      this.#chosen(list).map((bucket) => ({
        bucket,
        key: this.#keyOf(keys[bucket]!),
        docCount: counts[bucket]!,
        children: NONE,
      })),
    );
  }

  /** The same with what is below them: once for all that are kept. */
  withChildren<Counted extends CountedKey>(lists: readonly (readonly Counted[])[]): Omit<Counted, "bucket">[][] {
    const below = resultsByParent(
      this.#children,
      lists.map((list) => list.map(({ bucket }) => bucket)),
    );
    return lists.map((list, parent) =>
      list.map(({ bucket: _bucket, ...counted }, place) => ({ ...counted, children: below[parent]![place]! })),
    );
  }
}
