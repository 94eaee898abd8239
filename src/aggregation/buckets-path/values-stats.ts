/** Statistics of the values of buckets, added up in the order of the buckets. */
import type { ExtendedStats } from "../numeric/extended-stats-state.ts";

export function statsOf(values: readonly number[]): ExtendedStats {
  let sum = 0;
  let sumOfSquares = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    sum += value;
    sumOfSquares += value * value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { count: values.length, sum, sumOfSquares, min, max };
}
