/** How many of some values are not greater than another one. */

/**
 * The part of the values up to `value`, those equal to it counted half; NaN without values. Values ascend; each lies
 * spread halfway to its neighbours, and counts as often as its weight says, or once.
 */
export function rankAmong(value: number, values: Float64Array, weights: Float64Array | undefined): number {
  const { length } = values;
  if (length === 0) return Number.NaN;
  const total = weightBetween(weights, 0, length);
  const first = values[0]!;
  const last = values[length - 1]!;
  if (value < first) return 0;
  if (value > last) return 1;
  if (length === 1) return 0.5;
  if (value === first) {
    let same = 1;
    while (same < length && values[same] === value) same++;
    return weightBetween(weights, 0, same) / 2 / total;
  }
  if (value === last) {
    let from = length - 1;
    while (from > 0 && values[from - 1] === value) from--;
    return (total - weightBetween(weights, from, length) / 2) / total;
  }
  let left = (values[1]! - first) / 2;
  let before = 0;
  for (let i = 0; i < length; i++) {
    const right = i + 1 < length ? (values[i + 1]! - values[i]!) / 2 : left;
    const weight = weights ? weights[i]! : 1;
    const start = values[i]! - left;
    const end = values[i]! + right;
    if (value < end) return Math.max((before + (weight * (value - start)) / (end - start)) / total, 0);
    before += weight;
    left = right;
  }
  return 1;
}

function weightBetween(weights: Float64Array | undefined, from: number, to: number): number {
  if (!weights) return to - from;
  let sum = 0;
  for (let i = from; i < to; i++) sum += weights[i]!;
  return sum;
}
