/** Vectors of four bits for each dimension, two in a byte. */
import type { Quantiles } from "../format.ts";
import { FOUR_BITS, quantise } from "./quantiles.ts";

/** Parts of the outermost ranges between which the best one is looked for. */
const TRIED = 8;
/** Vectors by which ranges are told apart. */
const SAMPLE = 1_000;
const MOST_LEFT_OUT = 32;

/**
 * Writes a vector as half bytes; answers the correction of its products. `whole`: room for a byte of each dimension.
 */
export function quantiseToHalves(
  vector: Float32Array,
  range: Quantiles,
  whole: Int8Array,
  to: Int8Array,
  at: number,
): number {
  const correction = quantise(vector, range, whole, 0, FOUR_BITS);
  const half = vector.length >>> 1;
  for (let i = 0; i < half; i++) to[at + i] = (whole[i]! << 4) | whole[half + i]!;
  return correction;
}

/** The confidences between which the range of four bits lies, where the mapping says none (Lucene). */
export function confidencesOfHalves(dims: number): { readonly least: number; readonly most: number } {
  return { least: 1 - Math.min(MOST_LEFT_OUT, dims / 10) / (dims + 1), most: 1 - 1 / (dims + 1) };
}

/**
 * The range between two that quantises vectors with the least error. `read` writes vector n to a place of an array.
 */
export function bestRange(
  inner: Quantiles,
  outer: Quantiles,
  count: number,
  dims: number,
  read: (n: number, into: Float32Array, at: number) => void,
): Quantiles {
  const sampled = Math.min(SAMPLE, count);
  const values = new Float32Array(sampled * dims);
  for (let i = 0; i < sampled; i++) read(Math.floor((i * count) / sampled), values, i * dims);
  let best = outer;
  let least = Infinity;
  for (let part = 0; part <= TRIED; part++) {
    const between = (from: number, to: number): number => Math.fround(from + ((to - from) * part) / TRIED);
    const range = { lower: between(inner.lower, outer.lower), upper: between(inner.upper, outer.upper) };
    const error = errorOf(values, range);
    if (error >= least) continue;
    least = error;
    best = range;
  }
  return best;
}

function errorOf(values: Float32Array, { lower, upper }: Quantiles): number {
  const step = (upper - lower) / FOUR_BITS;
  let sum = 0;
  for (const value of values) {
    const steps = step === 0 ? 0 : Math.round((Math.max(lower, Math.min(upper, value)) - lower) / step);
    const error = value - (lower + steps * step);
    sum += error * error;
  }
  return sum;
}

/** The product of the half bytes of a vector with bytes: what the kernel's loop says. */
export function halvesProduct(query: Int8Array, bytes: Int8Array, at: number): number {
  const half = query.length >>> 1;
  let sum = 0;
  for (let i = 0; i < half; i++) {
    const both = bytes[at + i]! & 0xff;
    sum += query[i]! * (both >>> 4) + query[half + i]! * (both & 15);
  }
  return sum;
}

/** Their squared distance. */
export function halvesSquare(query: Int8Array, bytes: Int8Array, at: number): number {
  const half = query.length >>> 1;
  let sum = 0;
  for (let i = 0; i < half; i++) {
    const both = bytes[at + i]! & 0xff;
    sum += (query[i]! - (both >>> 4)) ** 2 + (query[half + i]! - (both & 15)) ** 2;
  }
  return sum;
}
