/**
 * Percentiles of many values: exact while they are few, then by a t-digest (Elasticsearch's `HybridDigest`). Answers of
 * shards travel as plain data.
 */
import { MergingDigest } from "./merging-digest.ts";
import { rankAmong } from "./rank-among.ts";

/** Values for each unit of compression that are kept one by one. */
const EXACT_PER_UNIT = 20;
/** How many more centroids are kept for `high_accuracy`. */
const MORE_ACCURATE = 10;

/** What is known of the values: each with its weight, in ascending order. */
export interface DigestPartial {
  readonly values: Float64Array;
  /** Undefined: each value counts once. */
  readonly weights: Float64Array | undefined;
}

interface DigestOptions {
  readonly accurate?: boolean;
  readonly reserve?: ((bytes: number) => void) | undefined;
}

const unlimited = (): void => undefined;

export class Digest {
  readonly #compression: number;
  readonly #reserve: (bytes: number) => void;
  readonly #mostExact: number;
  /** Values one by one; undefined: there are more than are kept. */
  #exact: Float64Array | undefined = new Float64Array(8);
  #count = 0;
  #sorted = true;
  #merging: MergingDigest | undefined;

  /** `accurate`: keeps more centroids instead, and no values one by one. */
  constructor(compression: number, { accurate = false, reserve = unlimited }: DigestOptions = {}) {
    this.#compression = accurate ? compression * MORE_ACCURATE : compression;
    this.#mostExact = accurate ? 0 : Math.round(compression) * EXACT_PER_UNIT;
    this.#reserve = reserve;
    reserve(8 * Float64Array.BYTES_PER_ELEMENT);
  }

  /** Number of values. */
  get size(): number {
    return this.#merging ? this.#merging.size : this.#count;
  }

  get min(): number {
    if (this.#merging) return this.#merging.min;
    return this.#count === 0 ? Infinity : this.#ascending()[0]!;
  }

  get max(): number {
    if (this.#merging) return this.#merging.max;
    return this.#count === 0 ? -Infinity : this.#ascending()[this.#count - 1]!;
  }

  add(value: number, weight: number): void {
    const exact = this.#exact;
    if (exact && this.#count + weight < this.#mostExact) {
      const kept = this.#room(exact, weight);
      if (this.#sorted && this.#count > 0 && kept[this.#count - 1]! > value) this.#sorted = false;
      for (let i = 0; i < weight; i++) kept[this.#count++] = value;
      return;
    }
    (this.#merging ?? this.#toMerging()).add(value, weight);
  }

  /** Adds the values of another digest. */
  addAll({ values, weights }: DigestPartial): void {
    if (values.length === 0) return;
    let total = values.length;
    if (weights) {
      total = 0;
      for (let i = 0; i < weights.length; i++) total += weights[i]!;
    }
    if (this.#exact && this.#count + total >= this.#mostExact) this.#toMerging();
    for (let i = 0; i < values.length; i++) this.add(values[i]!, weights ? weights[i]! : 1);
  }

  #room(exact: Float64Array, weight: number): Float64Array {
    if (this.#count + weight <= exact.length) return exact;
    const grown = new Float64Array(Math.max(this.#count + weight, exact.length * 2));
    this.#reserve((grown.length - exact.length) * Float64Array.BYTES_PER_ELEMENT);
    grown.set(exact);
    return (this.#exact = grown);
  }

  #toMerging(): MergingDigest {
    this.#reserve(MergingDigest.bytes(this.#compression));
    const merging = new MergingDigest(this.#compression);
    for (let i = 0; i < this.#count; i++) merging.add(this.#exact![i]!, 1);
    this.#exact = undefined;
    return (this.#merging = merging);
  }

  #ascending(): Float64Array {
    const values = this.#exact!.subarray(0, this.#count);
    if (!this.#sorted) values.sort();
    this.#sorted = true;
    return values;
  }

  partial(): DigestPartial {
    if (!this.#merging) return { values: this.#ascending().slice(), weights: undefined };
    this.#merging.compress();
    const { means, weights } = this.#merging.centroids();
    return { values: means.slice(), weights: weights.slice() };
  }

  /** The value below which the part `q` of all values lies; NaN without values. */
  quantile(q: number): number {
    if (this.#merging) return this.#merging.quantile(q);
    const values = this.#ascending();
    const last = values.length - 1;
    if (last < 0) return Number.NaN;
    const index = q * last;
    if (index <= 0) return values[0]!;
    if (index >= last) return values[last]!;
    const low = Math.floor(index);
    return values[low]! + (index - low) * (values[low + 1]! - values[low]!);
  }

  /** How many percent of the values are up to `value`; NaN without values. */
  rank(value: number): number {
    return 100 * (this.#merging ? this.#merging.rank(value) : rankAmong(value, this.#ascending(), undefined));
  }
}
