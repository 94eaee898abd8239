/** One number for several: the modes of a sort (`MultiValueMode`). */
import type { SortMode } from "./sort-spec.ts";

/** The number that represents a run of ascending values. */
export function pick(
  values: Int32Array | Float64Array,
  from: number,
  to: number,
  mode: SortMode,
  whole: boolean,
): number {
  if (mode === "min") return values[from] ?? 0;
  if (mode === "max") return values[to - 1] ?? 0;
  if (mode === "median") {
    const middle = (from + to) >>> 1;
    if ((to - from) % 2 === 1) return values[middle] ?? 0;
    const median = ((values[middle - 1] ?? 0) + (values[middle] ?? 0)) / 2;
    return whole ? roundHalfUp(median) : median;
  }
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i] ?? 0;
  if (mode === "sum") return sum;
  return whole ? roundHalfUp(sum / (to - from)) : sum / (to - from);
}

/** Java's Math.round. */
export function roundHalfUp(value: number): number {
  return Math.abs(value) < 2 ** 52 ? Math.floor(value + 0.5) : value;
}
