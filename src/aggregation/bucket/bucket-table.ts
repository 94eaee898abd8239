/** Buckets of a keyed aggregation on one shard: (parent bucket, number key) → bucket, with document counts. Open addressing. */

const keyScratch = new Float64Array(1);
const keyWords = new Uint32Array(keyScratch.buffer);

/** Grows by doubling; buckets are numbered 0, 1, … in order of first sight. */
export class BucketTable {
  /** About what a bucket takes, for the accounts. */
  static readonly ENTRY_BYTES = 48;
  #slots = new Int32Array(64).fill(-1);
  keys = new Float64Array(32);
  parents = new Uint32Array(32);
  counts = new Float64Array(32);
  size = 0;

  /** The bucket found last: neighbouring documents often belong to the same. */
  #last = 0;

  /** The bucket of a key below a parent, made on first sight. */
  bucket(parent: number, key: number): number {
    if (this.keys[this.#last] === key && this.parents[this.#last] === parent && this.#last < this.size) return this.#last;
    return (this.#last = this.#find(parent, key));
  }

  #find(parent: number, key: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashKey(parent, key) & mask;
    for (let found = this.#slots[slot]!; found >= 0; found = this.#slots[slot]!) {
      if (this.keys[found] === key && this.parents[found] === parent) return found;
      slot = (slot + 1) & mask;
    }
    return this.#add(parent, key, slot);
  }

  /** Buckets of each of the parents, in order of first sight. */
  byParent(parents: Uint32Array): number[][] {
    const places = new Map<number, number[]>();
    for (const parent of parents) places.set(parent, []);
    for (let bucket = 0; bucket < this.size; bucket++) places.get(this.parents[bucket]!)?.push(bucket);
    return Array.from(parents, (parent) => places.get(parent) ?? []);
  }

  #add(parent: number, key: number, slot: number): number {
    const bucket = this.size++;
    if (bucket === this.keys.length) this.#growEntries();
    this.keys[bucket] = key;
    this.parents[bucket] = parent;
    this.#slots[slot] = bucket;
    if (this.size * 2 > this.#slots.length) this.#rehash();
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

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let bucket = 0; bucket < this.size; bucket++) {
      let slot = hashKey(this.parents[bucket]!, this.keys[bucket]!) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = bucket;
    }
    this.#slots = slots;
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
