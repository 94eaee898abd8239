/** Growing arrays of numbers by bucket. */
import type { ShardCollection } from "../aggregation-kind.ts";

/** Doubles by bucket, `initial` where nothing was set. */
export class BucketDoubles {
  readonly #initial: number;
  values: Float64Array;

  constructor(initial: number) {
    this.#initial = initial;
    this.values = new Float64Array(16).fill(initial);
  }

  /** Grows to hold buckets below `count`. */
  ensure(count: number): void {
    if (count <= this.values.length) return;
    const grown = new Float64Array(Math.max(count, this.values.length * 2));
    grown.set(this.values);
    grown.fill(this.#initial, this.values.length);
    this.values = grown;
  }

  /** Grows and reserves the memory; returns the array. */
  reserve(count: number, shard: ShardCollection): Float64Array {
    if (count > this.values.length) {
      shard.reserve((Math.max(count, this.values.length * 2) - this.values.length) * Float64Array.BYTES_PER_ELEMENT);
      this.ensure(count);
    }
    return this.values;
  }

  get(bucket: number): number {
    return this.values[bucket] ?? this.#initial;
  }
}

/** The greatest of the first `count` entries, plus one: the number of buckets that a batch needs. */
export function bucketsNeeded(buckets: Uint32Array | undefined, count: number): number {
  if (!buckets) return 1;
  let largest = 0;
  for (let i = 0; i < count; i++) if (buckets[i]! > largest) largest = buckets[i]!;
  return largest + 1;
}
