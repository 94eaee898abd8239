/**
 * A t-digest whose new values wait in a buffer and are then merged with the centroids in one sorted pass, forward and
 * backward in turn. The limits of centroids are those of scale K2 (T. Dunning, "The t-digest", 2021), and buffers as
 * long as Elasticsearch's, so that the same values in the same order make the same centroids.
 */
import { rankAmong } from "./rank-among.ts";
import { mergeRuns, sortPairs } from "./sort-weighted.ts";

const LEAST_COMPRESSION = 10;
/** Extra room for centroids. */
const FUDGE = 10;

export class MergingDigest {
  /** Centroids kept while building, more than requested. */
  readonly #compression: number;
  readonly #requested: number;
  readonly #mean: Float64Array;
  readonly #weight: Float64Array;
  readonly #buffer: Float64Array;
  readonly #bufferWeight: Float64Array;
  /** What is merged, in order. */
  readonly #sorted: Float64Array;
  readonly #sortedWeight: Float64Array;
  /** Whether all that waits in the buffer counts once. */
  #plain = true;
  #count = 0;
  #buffered = 0;
  #totalWeight = 0;
  #bufferedWeight = 0;
  #merges = 0;
  #min = Infinity;
  #max = -Infinity;

  constructor(requested: number) {
    const compression = Math.max(requested, LEAST_COMPRESSION);
    this.#requested = compression;
    const size = Math.trunc(compression + FUDGE);
    const buffer = 5 * size;
    this.#compression = Math.sqrt(Math.max(1, buffer / size - 1)) * compression;
    const room = Math.max(size, Math.ceil(this.#compression + FUDGE));
    this.#mean = new Float64Array(room);
    this.#weight = new Float64Array(room);
    this.#buffer = new Float64Array(Math.max(buffer, 2 * room));
    this.#bufferWeight = new Float64Array(this.#buffer.length);
    this.#sorted = new Float64Array(this.#buffer.length);
    this.#sortedWeight = new Float64Array(this.#buffer.length);
  }

  /** Memory of a digest in bytes. */
  static bytes(compression: number): number {
    return (2 * 2 * (compression + FUDGE) + 4 * 5 * (compression + FUDGE)) * Float64Array.BYTES_PER_ELEMENT;
  }

  get size(): number {
    return this.#totalWeight + this.#bufferedWeight;
  }

  get min(): number {
    return this.#min;
  }

  get max(): number {
    return this.#max;
  }

  add(value: number, weight: number): void {
    if (this.#buffered >= this.#buffer.length - this.#count - 1) this.#merge();
    this.#buffer[this.#buffered] = value;
    this.#bufferWeight[this.#buffered++] = weight;
    if (weight !== 1) this.#plain = false;
    this.#bufferedWeight += weight;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /** Means and weights of the centroids, ascending; views. */
  centroids(): { readonly means: Float64Array; readonly weights: Float64Array } {
    this.#merge();
    return { means: this.#mean.subarray(0, this.#count), weights: this.#weight.subarray(0, this.#count) };
  }

  /** Merges what waits in the buffer into no more centroids than requested. */
  compress(): void {
    this.#merge(this.#requested);
  }

  #merge(compression = this.#compression): void {
    if (this.#bufferedWeight === 0) return;
    const backward = this.#merges++ % 2 === 1;
    const count = this.#sort();
    if (backward) {
      this.#sorted.subarray(0, count).reverse();
      this.#sortedWeight.subarray(0, count).reverse();
    }
    this.#totalWeight += this.#bufferedWeight;
    this.#gather(count, compression);
    if (backward) {
      this.#mean.subarray(0, this.#count).reverse();
      this.#weight.subarray(0, this.#count).reverse();
    }
    this.#buffered = 0;
    this.#bufferedWeight = 0;
    this.#plain = true;
    this.#min = Math.min(this.#min, this.#mean[0]!);
    this.#max = Math.max(this.#max, this.#mean[this.#count - 1]!);
  }

  /** Puts the buffer and the centroids in order, what is in the buffer first where values are equal. */
  #sort(): number {
    const values = this.#buffer.subarray(0, this.#buffered);
    const weights = this.#bufferWeight.subarray(0, this.#buffered);
    const centroids = { values: this.#mean.subarray(0, this.#count), weights: this.#weight.subarray(0, this.#count) };
    // Of equal weights it does not matter which value came first, unless two zeros are told apart.
    if (this.#plain && !hasNegativeZero(values)) values.sort();
    else sortPairs(values, weights);
    mergeRuns({ values, weights }, centroids, { values: this.#sorted, weights: this.#sortedWeight });
    return this.#buffered + this.#count;
  }

  /** Joins neighbours in order while their weight stays below the limit; both ends stay alone. */
  #gather(count: number, compression: number): void {
    const sorted = this.#sorted;
    const sortedWeight = this.#sortedWeight;
    const mean = this.#mean;
    const weight = this.#weight;
    const total = this.#totalWeight;
    const normalizer = compression / (4 * Math.log(total / compression) + 24);
    let last = 0;
    let before = 0;
    mean[0] = sorted[0]!;
    weight[0] = sortedWeight[0]!;
    for (let i = 1; i < count; i++) {
      const value = sorted[i]!;
      const own = sortedWeight[i]!;
      const proposed = weight[last]! + own;
      const from = before / total;
      const to = (before + proposed) / total;
      const limit = total * Math.min((from * (1 - from)) / normalizer, (to * (1 - to)) / normalizer);
      if (proposed <= limit && i !== 1 && i !== count - 1) {
        weight[last] = proposed;
        mean[last] = mean[last]! + ((value - mean[last]!) * own) / proposed;
        continue;
      }
      before += weight[last]!;
      last++;
      mean[last] = value;
      weight[last] = own;
    }
    this.#count = last + 1;
  }

  /** The value below which the part `q` of all values lies; NaN without values. */
  quantile(q: number): number {
    this.#merge();
    const n = this.#count;
    if (n === 0) return Number.NaN;
    const mean = this.#mean;
    const weight = this.#weight;
    if (n === 1) return mean[0]!;
    const total = this.#totalWeight;
    const index = q * total;
    if (index >= total) return this.#max;
    const last = weight[n - 1]!;
    let before = weight[0]! / 2;
    if (weight[0]! > 1 && index < before) return between(this.#min, before - index, mean[0]!, index);
    if (last > 1 && total - index <= last / 2)
      return this.#max - ((total - index - 1) / (last / 2 - 1)) * (this.#max - mean[n - 1]!);
    for (let i = 0; i < n - 1; i++) {
      const step = (weight[i]! + weight[i + 1]!) / 2;
      if (before + step > index) return between(mean[i]!, before + step - index, mean[i + 1]!, index - before);
      before += step;
    }
    return between(mean[n - 1]!, index - before, this.#max, last / 2 - (index - before));
  }

  /** The part of the values up to `value`; NaN without values. */
  rank(value: number): number {
    this.#merge();
    return rankAmong(value, this.#mean.subarray(0, this.#count), this.#weight);
  }
}

function hasNegativeZero(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] === 0 && Object.is(values[i], -0)) return true;
  return false;
}

/** The mean of two weighted numbers, never outside of them. */
function between(left: number, leftWeight: number, right: number, rightWeight: number): number {
  if (left > right) return between(right, rightWeight, left, leftWeight);
  const mean = (left * leftWeight + right * rightWeight) / (leftWeight + rightWeight);
  return Math.max(left, Math.min(mean, right));
}
