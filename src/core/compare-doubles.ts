/** The order of doubles in Java (`Double.compare`): -0 is before 0, NaN behind everything. */
export function compareDoubles(one: number, other: number): number {
  if (one < other) return -1;
  if (one > other) return 1;
  if (one === other) return Object.is(one, other) ? 0 : Object.is(one, -0) ? -1 : 1;
  return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
}
