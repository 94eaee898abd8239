/** Bounds of sums of scores. */

/** As the kernel's SUM_SLACK: covers the rounding of sums in any order. */
const SUM_SLACK = 1 + 2 ** -40;

/**
 * Upper bound of a float32 score that is a float64 sum of clause scores, from the float64 sum of the clauses' bounds.
 */
export function sumOfBounds(sum: number): number {
  return Math.fround(sum * SUM_SLACK);
}
