/**
 * Vectors of which one bit of each dimension is kept: whether it is above that of the centroid (RaBitQ, Gao and Long).
 * With r the vector without the centroid and s its signs, `product / (r·s) * (r·r)` estimates the product of r with
 * another vector from the product of the signs with it.
 */

/** What is kept of each vector beside its bits: its product with the centroid (squared distance: of r with itself). */
export const ONE_BIT_CORRECTIONS = 3;

/** Bits of each dimension of a query. */
const QUERY_STEPS = 15;
const PLANES = 4;

/** Writes the bits of a vector, and its corrections: the sum to add, the factor, and the number of ones. */
export function quantiseToBits(
  vector: Float32Array,
  centroid: Float32Array,
  isDistance: boolean,
  to: { readonly bits: Uint8Array; readonly at: number; readonly corrections: Float32Array; readonly from: number },
): void {
  let square = 0;
  let absolute = 0;
  let withCentroid = 0;
  let ones = 0;
  for (let i = 0; i < vector.length; i++) {
    const rest = vector[i]! - centroid[i]!;
    square += rest * rest;
    absolute += Math.abs(rest);
    withCentroid += rest * centroid[i]!;
    if (rest <= 0) continue;
    ones++;
    to.bits[to.at + (i >>> 3)]! |= 1 << (i & 7);
  }
  to.corrections[to.from] = isDistance ? square : withCentroid;
  to.corrections[to.from + 1] = absolute === 0 ? 0 : square / absolute;
  to.corrections[to.from + 2] = ones;
}

/** A query as vectors of bits are compared with it: four bits of each dimension, in planes. */
export class BitQuery {
  readonly planes: Uint8Array;
  readonly #isDistance: boolean;
  readonly #lower: number;
  readonly #step: number;
  readonly #sum: number;
  readonly #base: number;

  /** `width`: bytes of a plane. */
  constructor(vector: Float32Array, centroid: Float32Array, width: number, isDistance: boolean) {
    const rest = Float64Array.from(vector, (value, i) => value - centroid[i]!);
    let lower = Infinity;
    let upper = -Infinity;
    let square = 0;
    let withCentroid = 0;
    for (let i = 0; i < rest.length; i++) {
      const value = rest[i]!;
      lower = Math.min(lower, value);
      upper = Math.max(upper, value);
      square += value * value;
      withCentroid += vector[i]! * centroid[i]!;
    }
    const step = (upper - lower) / QUERY_STEPS;
    this.planes = new Uint8Array(PLANES * width);
    let sum = 0;
    for (let i = 0; i < rest.length; i++) {
      const steps = step === 0 ? 0 : Math.round((rest[i]! - lower) / step);
      sum += lower + steps * step;
      for (let plane = 0; plane < PLANES; plane++)
        if (((steps >> plane) & 1) === 1) this.planes[plane * width + (i >>> 3)]! |= 1 << (i & 7);
    }
    this.#isDistance = isDistance;
    this.#lower = lower;
    this.#step = step;
    this.#sum = sum;
    this.#base = isDistance ? square : withCentroid;
  }

  /**
   * The product of the query with a vector, or their negative squared distance, as far as its bits tell. `product`: of
   * its bits with the planes.
   */
  estimate(product: number, corrections: Float32Array, from: number): number {
    const signs = 2 * (this.#lower * corrections[from + 2]! + this.#step * product) - this.#sum;
    const withRest = corrections[from + 1]! * signs;
    return this.#isDistance
      ? 2 * withRest - this.#base - corrections[from]!
      : this.#base + corrections[from]! + withRest;
  }
}

/** The product of the bits of a vector with a query: what the kernel's loop says. */
export function bitProduct(planes: Uint8Array, bits: Uint8Array, at: number, width: number): number {
  let sum = 0;
  for (let plane = 0; plane < PLANES; plane++)
    for (let i = 0; i < width; i++)
      for (let left = planes[plane * width + i]! & bits[at + i]!; left !== 0; left &= left - 1) sum += 1 << plane;
  return sum;
}
