/**
 * Clusters of values as they come (the phases of `VariableWidthHistogramAggregator`): the first ones are kept, sorted
 * and divided into groups of as many values; each later one joins the nearest cluster, or begins one where all are far.
 */

/** How many values and clusters there may be. */
export interface ClusteringLimits {
  /** Values that are kept before there are clusters. */
  readonly buffer: number;
  /** Groups of the values that were kept. */
  readonly groups: number;
  readonly clusters: number;
}

/** A value is far from a cluster beyond so many times their mean distance. */
const FAR = 2;
const FIRST_KEPT = 256;

export class ValueClustering {
  readonly #limits: ClusteringLimits;
  /** The values that are kept; undefined when there are clusters. */
  #kept: Float64Array | undefined;
  #keptWeights = new Float64Array(0);
  #keptCount = 0;
  /** By cluster, in the order of their centroids. */
  mins = new Float64Array(0);
  maxes = new Float64Array(0);
  centroids = new Float64Array(0);
  /** Documents, by weight. */
  counts = new Float64Array(0);
  /** Values. */
  #sizes = new Float64Array(0);
  /** Numbers that tell clusters apart: they stay when a cluster gets another place. */
  numbers = new Uint32Array(0);
  count = 0;
  #meanDistance = 0;
  /** By the number that `add` gave to a value that was kept: its cluster's. */
  #keptNumbers = new Uint32Array(0);

  constructor(limits: ClusteringLimits) {
    this.#limits = limits;
    this.#kept = new Float64Array(Math.min(limits.buffer, FIRST_KEPT));
    this.#keptWeights = new Float64Array(this.#kept.length);
  }

  /** Bytes that it holds. */
  get bytes(): number {
    const kept = this.#kept ? 2 * this.#kept.byteLength : 0;
    return kept + this.#keptNumbers.byteLength + 6 * this.centroids.byteLength;
  }

  /** Adds a value of a document that counts `weight` times; answers what leads `numberOf` to its cluster. */
  add(value: number, weight: number): number {
    const kept = this.#kept;
    if (!kept) return this.#keptNumbers.length + this.numbers[this.#join(value, weight)]!;
    if (this.#keptCount === kept.length) {
      const length = Math.min(this.#limits.buffer, 2 * kept.length);
      this.#kept = enlarged(kept, length);
      this.#keptWeights = enlarged(this.#keptWeights, length);
    }
    this.#kept![this.#keptCount] = value;
    this.#keptWeights[this.#keptCount++] = weight;
    if (this.#keptCount === this.#limits.buffer) this.group();
    return this.#keptCount - 1;
  }

  /** Makes clusters of the values that are kept, if there are none yet. */
  group(): void {
    if (!this.#kept) return;
    const values = this.#kept.subarray(0, this.#keptCount);
    const order = new Uint32Array(values.length).map((_, at) => at);
    order.sort((left, right) => values[left]! - values[right]! || left - right);
    const perGroup = Math.ceil(values.length / this.#limits.groups);
    this.#kept = undefined;
    this.#keptNumbers = new Uint32Array(values.length);
    this.#makeRoom(this.#limits.groups + 1);
    order.forEach((at, place) => {
      const group = Math.floor(place / perGroup);
      this.#keptNumbers[at] = group;
      if (group === this.count) this.#begin(group, values[at]!, this.#keptWeights[at]!);
      else this.#addTo(group, values[at]!, this.#keptWeights[at]!);
    });
    this.#keptWeights = new Float64Array(0);
    if (values.length > 1) this.#measure();
  }

  /** The cluster's number of a value. */
  numberOf(added: number): number {
    const kept = this.#keptNumbers;
    return added < kept.length ? kept[added]! : added - kept.length;
  }

  /** Puts a value into a cluster; answers its place. */
  #join(value: number, weight: number): number {
    const nearest = this.#nearest(value);
    const distance = Math.abs(this.centroids[nearest]! - value);
    if (distance > FAR * this.#meanDistance && this.count < this.#limits.clusters) {
      const place = value > this.centroids[nearest]! ? nearest + 1 : nearest;
      this.#begin(place, value, weight);
      this.#measure();
      return place;
    }
    this.#addTo(nearest, value, weight);
    if (nearest === 0 || nearest === this.count - 1) this.#measure();
    return nearest;
  }

  /** Of two clusters that are as near, the greater one. */
  #nearest(value: number): number {
    const { centroids } = this;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (centroids[middle]! < value) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    if (low === this.count) return low - 1;
    return value - centroids[low - 1]! < centroids[low]! - value ? low - 1 : low;
  }

  #measure(): void {
    this.#meanDistance = (this.centroids[this.count - 1]! - this.centroids[0]!) / (this.count - 1);
  }

  #addTo(place: number, value: number, weight: number): void {
    const size = this.#sizes[place]!;
    if (value > this.maxes[place]!) this.maxes[place] = value;
    if (value < this.mins[place]!) this.mins[place] = value;
    this.centroids[place] = (this.centroids[place]! * size + value) / (size + 1);
    this.#sizes[place] = size + 1;
    this.counts[place]! += weight;
  }

  #begin(place: number, value: number, weight: number): void {
    if (this.count === this.numbers.length) this.#makeRoom(2 * this.count);
    const number = this.count++;
    for (const values of [this.mins, this.maxes, this.centroids, this.counts, this.#sizes, this.numbers])
      values.copyWithin(place + 1, place, number);
    this.mins[place] = this.maxes[place] = this.centroids[place] = value;
    this.#sizes[place] = 1;
    this.counts[place] = weight;
    this.numbers[place] = number;
  }

  #makeRoom(length: number): void {
    this.mins = enlarged(this.mins, length);
    this.maxes = enlarged(this.maxes, length);
    this.centroids = enlarged(this.centroids, length);
    this.counts = enlarged(this.counts, length);
    this.#sizes = enlarged(this.#sizes, length);
    const numbers = new Uint32Array(length);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }
}

function enlarged(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(values);
  return larger;
}
