/** Keys by numbers, in order of first sight. */
import type { ShardCollection } from "../aggregation-kind.ts";
import type { Key } from "./keyed-buckets.ts";

/** Bytes of a key and its place, for accounting. */
const KEY_BYTES = 96;

export class NumberedKeys {
  readonly #shard: ShardCollection;
  readonly #numbers = new Map<Key, number>();
  readonly #keys: Key[] = [];

  constructor(shard: ShardCollection) {
    this.#shard = shard;
  }

  /** The number of a key, a new one if necessary. */
  number(key: Key): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#keys.push(key) - 1;
      this.#numbers.set(key, number);
      this.#shard.reserve(KEY_BYTES);
    }
    return number;
  }

  key(number: number): Key {
    return this.#keys[number]!;
  }
}
