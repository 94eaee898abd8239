/**
 * A t-digest whose new values wait in a buffer and are then merged with the centroids in one sorted pass, forward and
 * backward in turn. The limits of centroids are those of scale K2 (T. Dunning, "The t-digest", 2021), and buffers as
 * long as Elasticsearch's, so that the same values in the same order make the same centroids.
 */
import { rankAmong } from "./rank-among.ts";

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
  }

  /** Memory of a digest in bytes. */
  static bytes(compression: number): number {
    return (2 * 2 * (compression + FUDGE) + 2 * 5 * (compression + FUDGE)) * Float64Array.BYTES_PER_ELEMENT;
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
    const buffer = this.#buffer;
    const weights = this.#bufferWeight;
    const count = this.#buffered + this.#count;
    buffer.set(this.#mean.subarray(0, this.#count), this.#buffered);
    weights.set(this.#weight.subarray(0, this.#count), this.#buffered);
    const order = new Uint32Array(count);
    for (let i = 0; i < count; i++) order[i] = i;
    order.sort((left, right) => buffer[left]! - buffer[right]! || left - right);
    if (backward) order.reverse();
    this.#totalWeight += this.#bufferedWeight;
    this.#gather(order, count, compression);
    if (backward) {
      this.#mean.subarray(0, this.#count).reverse();
      this.#weight.subarray(0, this.#count).reverse();
    }
    this.#buffered = 0;
    this.#bufferedWeight = 0;
    this.#min = Math.min(this.#min, this.#mean[0]!);
    this.#max = Math.max(this.#max, this.#mean[this.#count - 1]!);
  }

  /** Joins neighbours in this order while their weight stays below the limit; both ends stay alone. */
  #gather(order: Uint32Array, count: number, compression: number): void {
    const mean = this.#mean;
    const weight = this.#weight;
    const total = this.#totalWeight;
    const normalizer = compression / (4 * Math.log(total / compression) + 24);
    let last = 0;
    let before = 0;
    mean[0] = this.#buffer[order[0]!]!;
    weight[0] = this.#bufferWeight[order[0]!]!;
    for (let i = 1; i < count; i++) {
      const value = this.#buffer[order[i]!]!;
      const own = this.#bufferWeight[order[i]!]!;
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

/** The mean of two weighted numbers, never outside of them. */
function between(left: number, leftWeight: number, right: number, rightWeight: number): number {
  if (left > right) return between(right, rightWeight, left, leftWeight);
  const mean = (left * leftWeight + right * rightWeight) / (leftWeight + rightWeight);
  return Math.max(left, Math.min(mean, right));
}
