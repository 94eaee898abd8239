/** Unsigned byte order, the order of terms: bytes from the front, a prefix before its extensions. */

/** Negative, 0 or positive as `a[aFrom..aTo)` sorts before, equal to or after `b[bFrom..bTo)`. */
export function compareBytes(
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): number {
  const length = Math.min(aTo - aFrom, bTo - bFrom);
  for (let i = 0; i < length; i++) {
    const difference = a[aFrom + i]! - b[bFrom + i]!;
    if (difference !== 0) return difference;
  }
  return aTo - aFrom - (bTo - bFrom);
}
