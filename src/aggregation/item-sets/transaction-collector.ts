/** Collects the documents of buckets as sets of items. */
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, Query } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS, type Collector, type LeafCollector, type ShardCollection } from "../aggregation-kind.ts";
import { queryChooser } from "../collect/query-chooser.ts";
import { NumberedKeys } from "../keyed/numbered-keys.ts";
import type { SegmentKeys } from "../keyed/keyed-collector.ts";
import { type Item, NO_TRANSACTIONS, type Transactions } from "./transactions.ts";

/** Bytes of a set and of each of its items, for accounting. */
const SET_BYTES = 160;
const ITEM_BYTES = 16;

/** What one bucket has. */
interface BucketSets {
  documents: number;
  readonly places: Map<string, number>;
  readonly sets: number[][];
  readonly counts: number[];
}

export class TransactionCollector implements Collector<Transactions> {
  readonly #shard: ShardCollection;
  readonly #fields: readonly (SegmentKeys | undefined)[];
  readonly #filter: Plan | undefined;
  readonly #keys: readonly NumberedKeys[];
  readonly #items: Item[] = [];
  /** By field: the number of the item of each key. */
  readonly #numbers: readonly number[][];
  readonly #buckets: BucketSets[] = [];

  constructor(fields: readonly (SegmentKeys | undefined)[], filter: Query | undefined, shard: ShardCollection) {
    this.#shard = shard;
    this.#fields = fields;
    this.#filter = filter?.plan(shard.searcher, { scored: false, boost: 1 });
    this.#keys = fields.map(() => new NumberedKeys(shard));
    this.#numbers = fields.map(() => []);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector {
    const keys = this.#fields.map((field) => field?.(reader, context));
    const chooser = this.#filter && queryChooser(this.#filter, context);
    const chosen = new Uint32Array(BATCH_DOCS);
    const own: number[][] = Array.from({ length: BATCH_DOCS }, () => []);
    return {
      collect: (docs, count, buckets) => {
        for (let place = 0; place < count; place++) this.#bucket(buckets ? buckets[place]! : 0).documents++;
        if (this.#filter && !chooser) return;
        for (const [field, keysOf] of keys.entries())
          keysOf?.(docs, count, (place, key) => own[place]!.push(this.#number(field, this.#keys[field]!.number(key))));
        const taken = chooser ? chooser(docs, count, chosen) : count;
        for (let i = 0; i < taken; i++) {
          const place = chooser ? chosen[i]! : i;
          if (own[place]!.length > 0) this.#add(this.#bucket(buckets ? buckets[place]! : 0), own[place]!);
        }
        for (let place = 0; place < count; place++) own[place]!.length = 0;
      },
    };
  }

  #bucket(bucket: number): BucketSets {
    let sets = this.#buckets[bucket];
    if (!sets) {
      this.#shard.reserve(SET_BYTES);
      this.#buckets[bucket] = sets = { documents: 0, places: new Map(), sets: [], counts: [] };
    }
    return sets;
  }

  #number(field: number, key: number): number {
    const numbers = this.#numbers[field]!;
    return (numbers[key] ??= this.#items.push({ field, key: this.#keys[field]!.key(key) }) - 1);
  }

  #add({ places, sets, counts }: BucketSets, items: number[]): void {
    const set = [...new Set(items)].sort((left, right) => left - right);
    const text = set.join();
    let place = places.get(text);
    if (place === undefined) {
      this.#shard.reserve(SET_BYTES + set.length * ITEM_BYTES);
      place = sets.push(set) - 1;
      places.set(text, place);
      counts.push(0);
    }
    counts[place]! += 1;
  }

  results(buckets: Uint32Array): Transactions[] {
    return Array.from(buckets, (bucket) => {
      const own = this.#buckets[bucket];
      return own
        ? { documents: own.documents, items: this.#items, sets: own.sets, counts: own.counts }
        : NO_TRANSACTIONS;
    });
  }
}
