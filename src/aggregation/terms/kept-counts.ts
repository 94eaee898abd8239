/**
 * Counts by ordinal that no search uses any more, kept for the next one: arrays of that size are what the collector of
 * garbage is busiest with where terms are counted often.
 */

/** Larger ones are not kept, nor more of them: 4 MB at most. */
const MOST_COUNTS = 1 << 17;
const MOST_KEPT = 8;
const kept: Uint32Array[] = [];

/** Zeros. */
export function takeCounts(length: number): Uint32Array {
  const at = kept.findIndex((counts) => counts.length === length);
  const [counts] = at < 0 ? [] : kept.splice(at, 1);
  return counts ? counts.fill(0) : new Uint32Array(length);
}

/** Nobody else may use them after this. */
export function giveCounts(counts: Uint32Array): void {
  if (counts.length === 0 || counts.length > MOST_COUNTS) return;
  if (kept.length === MOST_KEPT) kept.shift();
  kept.push(counts);
}
