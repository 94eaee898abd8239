/**
 * Lucene's scalar quantisation to seven bits or four (`ScalarQuantizer`): its range of values, and vectors as bytes.
 */
import type { Quantiles } from "../format.ts";

const f32 = Math.fround;
/** The greatest byte. */
const MOST = 127;
/** The greatest number of four bits. */
export const FOUR_BITS = 15;
/** Vectors of which the outermost values are left out together. */
const BATCH = 20;
/** Vectors that are looked at, at most. */
const SAMPLE = 25_000;
const LEAST_CONFIDENCE = f32(0.9);
/** Quantiles of segments that are farther apart than this part of their range are found anew. */
const DRIFT = 32;

/** The share of values that the range of bytes covers unless the mapping says. */
export function defaultConfidence(dims: number): number {
  return Math.max(LEAST_CONFIDENCE, f32(1 - f32(1 / f32(dims + 1))));
}

/** The range of the values of `count` vectors; `read` writes vector n to a place of an array. */
export function quantilesOf(
  count: number,
  dims: number,
  confidence: number,
  read: (n: number, into: Float32Array, at: number) => void,
): Quantiles {
  if (count === 0) return { lower: 0, upper: 0 };
  const size = Math.min(BATCH, count);
  const sampled = Math.min(count, SAMPLE);
  const batches = Math.floor(sampled / size);
  const values = new Float32Array(size * dims);
  const left = confidence >= 1 ? 0 : Math.trunc(f32(f32(f32(values.length * f32(1 - f32(confidence))) / 2) + 0.5));
  const low = new Float32Array(left + 1);
  const high = new Float32Array(left + 1);
  let lower = 0;
  let upper = 0;
  let least = Infinity;
  let most = -Infinity;
  for (let batch = 0; batch < batches; batch++) {
    for (let i = 0; i < size; i++) read(Math.floor(((batch * size + i) * count) / sampled), values, i * dims);
    outermost(values, low, 1);
    outermost(values, high, -1);
    lower += low[left]!;
    upper -= high[left]!;
    least = Math.min(least, low[0]!);
    most = Math.max(most, -high[0]!);
  }
  if (confidence >= 1) return { lower: least, upper: most };
  return { lower: f32(f32(lower) / batches), upper: f32(f32(upper) / batches) };
}

/** The least of the values times `sign`, ascending, as many as there is room for. */
function outermost(values: Float32Array, into: Float32Array, sign: 1 | -1): void {
  into.fill(Infinity);
  const last = into.length - 1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]! * sign;
    if (value >= into[last]!) continue;
    let at = last;
    for (; at > 0 && into[at - 1]! > value; at--) into[at] = into[at - 1]!;
    into[at] = value;
  }
}

/** The range of merged segments; undefined when theirs differ so much that it has to be found anew. */
export function mergedQuantiles(
  parts: readonly { readonly quantiles: Quantiles; readonly count: number }[],
): Quantiles | undefined {
  let lower = 0;
  let upper = 0;
  let total = 0;
  for (const { quantiles, count } of parts) {
    lower = f32(lower + f32(quantiles.lower * count));
    upper = f32(upper + f32(quantiles.upper * count));
    total += count;
  }
  if (total === 0) return undefined;
  const merged = { lower: f32(lower / total), upper: f32(upper / total) };
  const limit = f32(f32(merged.upper - merged.lower) / DRIFT);
  const differs = parts.some(
    ({ quantiles }) =>
      Math.abs(quantiles.upper - merged.upper) > limit || Math.abs(quantiles.lower - merged.lower) > limit,
  );
  return differs ? undefined : merged;
}

/** The square of what a step of a byte is worth: products and squared distances of bytes are multiplied by it. */
export function stepSquare({ lower, upper }: Quantiles, most = MOST): number {
  const step = f32(f32(upper - lower) / most);
  return f32(step * step);
}

/** Writes a vector as bytes of at most `most`; answers the correction of its products. */
export function quantise(
  vector: Float32Array,
  { lower, upper }: Quantiles,
  to: Int8Array,
  at: number,
  most = MOST,
): number {
  const range = f32(upper - lower);
  // Where all values are one, there is one byte.
  const scale = range === 0 ? 0 : f32(most / range);
  const step = f32(range / most);
  let correction = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!;
    const over = f32(value - lower);
    const byte = Math.round(f32(scale * f32(Math.max(lower, Math.min(upper, value)) - lower)));
    const near = f32(byte * step);
    correction = f32(correction + f32(f32(lower * f32(value - f32(lower / 2))) + f32(f32(over - near) * near)));
    to[at + i] = byte;
  }
  return correction;
}
