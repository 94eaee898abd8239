/** A single value that stands out: its probability among the others, whose density is estimated by kernels. */
import { normalTail } from "../../core/normal-tail.ts";
import { type Change, STATIONARY, inAnyOf } from "./change.ts";

/** Silverman's factor of the bandwidth is 1.06; more smooths more, so that only what is seen at once stands out. */
const SMOOTHING = 1.36;

interface Outlier {
  readonly at: number;
  /** The probability of a value so far out. */
  readonly tail: number;
  /** The distance to the nearest other value. */
  readonly distance: number;
}

/** The spike or dip of a series, when one is less probable than the threshold. */
export function spikeOrDip(values: Float64Array, threshold: number): Change {
  const dip = outlier(values, -1);
  const spike = outlier(values, 1);
  const dips = inAnyOf(values.length, dip.tail);
  const spikes = inAnyOf(values.length, spike.tail);
  const first = dip.tail < spike.tail || (dip.tail === spike.tail && dip.distance > spike.distance);
  if (dips < threshold && (first || !(spikes < threshold))) return { type: "dip", pValue: dips, at: dip.at };
  return spikes < threshold ? { type: "spike", pValue: spikes, at: spike.at } : STATIONARY;
}

/** The greatest (1) or least (-1) value among all but its surroundings and the opposite extreme. */
function outlier(values: Float64Array, sign: 1 | -1): Outlier {
  const at = greatest(values, sign);
  const opposite = greatest(values, -sign);
  const { from, to } = surroundings(values, at, sign);
  const others = values
    .filter((_, place) => !(place >= from && place < to) && place !== opposite)
    .map((value) => sign * value)
    .sort();
  return { at, ...tailOf(others, sign * values[at]!) };
}

function greatest(values: Float64Array, sign: number): number {
  let at = 0;
  for (let i = 1; i < values.length; i++) if (sign * values[i]! > sign * values[at]!) at = i;
  return at;
}

/** The window of a tenth of all values around an extreme that has the most of it. */
function surroundings(values: Float64Array, at: number, sign: number): { readonly from: number; readonly to: number } {
  const length = Math.min(Math.max(Math.floor(values.length / 10 + 0.5), 2) - 1, values.length - 1);
  const sum = (start: number): number => {
    let total = 0;
    for (let i = start; i < Math.min(start + length, values.length); i++) total += sign * values[i]!;
    return total;
  };
  let from = Math.max(0, at + 1 - length);
  let most = sum(from);
  for (let start = from + 1; start <= at && start + length < values.length; start++) {
    const total = sum(start);
    if (total > most) [from, most] = [start, total];
  }
  return { from, to: from + length };
}

/** Values within so many bandwidths have a part on both sides of a point; others lie on one. */
const REACH = 3;

function tailOf(others: Float64Array, value: number): { readonly tail: number; readonly distance: number } {
  if (others.length === 0) return { tail: 1, distance: 0 };
  const mean = others.reduce((sum, one) => sum + one, 0) / others.length;
  const variance = others.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (others.length - 1);
  const bandwidth = SMOOTHING * others.length ** -0.2 * Math.sqrt(variance);
  const from = Math.min(firstFrom(others, value - REACH * bandwidth), others.length - 1);
  const to = Math.max(firstFrom(others, value + REACH * bandwidth), from + 1);
  let tail = others.length - to;
  let distance = Infinity;
  for (let i = from; i < to; i++) {
    const away = value - others[i]!;
    tail += away === 0 ? 0.5 : normalTail(away / bandwidth);
    distance = Math.min(distance, Math.abs(away));
  }
  return { tail: tail / others.length, distance };
}

/** The place of the first value that is not less. */
function firstFrom(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
