/** Documents as sets of items: an item is a value of a field. */
import type { Key } from "../keyed/keyed-buckets.ts";

export interface Item {
  /** The place of the field in the request. */
  readonly field: number;
  readonly key: Key;
}

/** Items by number, and how many documents have which of them. Plain data. */
export interface Transactions {
  /** All documents, also those without items. */
  readonly documents: number;
  readonly items: readonly Item[];
  /** Ascending numbers of items. */
  readonly sets: readonly (readonly number[])[];
  /** By set. */
  readonly counts: readonly number[];
}

export const NO_TRANSACTIONS: Transactions = { documents: 0, items: [], sets: [], counts: [] };

/** Those of several shards together. */
export function mergeTransactions(shards: readonly Transactions[]): Transactions {
  const numbers: Map<Key, number>[] = [];
  const items: Item[] = [];
  const places = new Map<string, number>();
  const sets: number[][] = [];
  const counts: number[] = [];
  const numberOf = (item: Item): number => {
    const known = (numbers[item.field] ??= new Map<Key, number>());
    let number = known.get(item.key);
    if (number === undefined) known.set(item.key, (number = items.push(item) - 1));
    return number;
  };
  for (const shard of shards) {
    const own = shard.items.map(numberOf);
    for (const [at, set] of shard.sets.entries()) {
      const mapped = set.map((item) => own[item]!).sort((left, right) => left - right);
      const text = mapped.join();
      const place = places.get(text);
      if (place === undefined) places.set(text, sets.push(mapped) - 1);
      counts[place ?? sets.length - 1] = (place === undefined ? 0 : counts[place]!) + shard.counts[at]!;
    }
  }
  return { documents: shards.reduce((sum, { documents }) => sum + documents, 0), items, sets, counts };
}
