/** Buckets of a keyed aggregation on one shard: maps (parent bucket, number key) to a bucket with a document count. */

/** Maximum number of directly addressed slots: 16 MB. */
const MOST_DIRECT_SLOTS = 1 << 22;

const keyScratch = new Float64Array(1);
const keyWords = new Uint32Array(keyScratch.buffer);

/**
 * Grows by doubling; buckets are numbered 0, 1, … in order of occurrence. Slots are found by open addressing or, if
 * keys are whole numbers below a small `keyCount`, directly by (parent, key) while there are few parents.
 */
export class BucketTable {
  /** Approximate memory of a bucket, for accounting. */
  static readonly ENTRY_BYTES = 48;

  keys = new Float64Array(32);
  parents = new Uint32Array(32);
  counts = new Float64Array(32);
  size = 0;
  readonly #keyCount: number;
  /** Bucket + 1 at parent * keyCount + key. */
  #direct = new Int32Array(0);
  /** Bucket, or -1. */
  #hashed = new Int32Array(64).fill(-1);
  #hashedCount = 0;
  /** The last bucket found by hash: neighbouring documents often share it. */
  #last = -1;

  /** `keyCount` 0: keys may be any numbers. */
  constructor(keyCount = 0) {
    this.#keyCount = keyCount;
  }

  /** The bucket of a key below a parent, created if necessary. */
  bucket(parent: number, key: number): number {
    if (this.#isDirect(parent, key)) return this.#bucketAt(parent * this.#keyCount + key, parent, key);
    const last = this.#last;
    if (last >= 0 && this.keys[last] === key && this.parents[last] === parent) return last;
    return (this.#last = this.#hashedBucket(parent, key));
  }

  /** Buckets of each parent, in order of occurrence. */
  byParent(parents: Uint32Array): number[][] {
    const lists = new Map<number, number[]>();
    for (const parent of parents) lists.set(parent, []);
    for (let bucket = 0; bucket < this.size; bucket++) lists.get(this.parents[bucket]!)?.push(bucket);
    return Array.from(parents, (parent) => lists.get(parent)!);
  }

  #isDirect(parent: number, key: number): boolean {
    return this.#keyCount > 0 && parent * this.#keyCount + key < MOST_DIRECT_SLOTS;
  }

  #bucketAt(slot: number, parent: number, key: number): number {
    if (slot >= this.#direct.length) this.#growDirect(slot);
    const known = this.#direct[slot]!;
    if (known > 0) return known - 1;
    const bucket = this.#append(parent, key);
    this.#direct[slot] = bucket + 1;
    return bucket;
  }

  #hashedBucket(parent: number, key: number): number {
    const mask = this.#hashed.length - 1;
    let slot = hashKey(parent, key) & mask;
    for (let found = this.#hashed[slot]!; found >= 0; found = this.#hashed[slot]!) {
      if (this.keys[found] === key && this.parents[found] === parent) return found;
      slot = (slot + 1) & mask;
    }
    const bucket = this.#append(parent, key);
    this.#hashed[slot] = bucket;
    if (++this.#hashedCount * 2 > this.#hashed.length) this.#rehash();
    return bucket;
  }

  #append(parent: number, key: number): number {
    const bucket = this.size++;
    if (bucket === this.keys.length) this.#growEntries();
    this.keys[bucket] = key;
    this.parents[bucket] = parent;
    return bucket;
  }

  #growEntries(): void {
    const keys = new Float64Array(this.keys.length * 2);
    const parents = new Uint32Array(keys.length);
    const counts = new Float64Array(keys.length);
    keys.set(this.keys);
    parents.set(this.parents);
    counts.set(this.counts);
    this.keys = keys;
    this.parents = parents;
    this.counts = counts;
  }

  #growDirect(slot: number): void {
    const grown = new Int32Array(Math.min(MOST_DIRECT_SLOTS, Math.max(slot + this.#keyCount, this.#direct.length * 2)));
    grown.set(this.#direct);
    this.#direct = grown;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#hashed.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let bucket = 0; bucket < this.size; bucket++) {
      const key = this.keys[bucket]!;
      const parent = this.parents[bucket]!;
      if (this.#isDirect(parent, key)) continue;
      let slot = hashKey(parent, key) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = bucket;
    }
    this.#hashed = slots;
  }
}

function hashKey(parent: number, key: number): number {
  let h = key | 0;
  if (h !== key) {
    keyScratch[0] = key;
    h = keyWords[0]! ^ Math.imul(keyWords[1]!, 0x9e3779b1);
  }
  h = Math.imul(h ^ (h >>> 16) ^ Math.imul(parent, 0x85ebca6b), 0xc2b2ae35);
  return h ^ (h >>> 15);
}
