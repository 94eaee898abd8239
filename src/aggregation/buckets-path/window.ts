/** The buckets that a moving function looks at. */

/** From (inclusive) and to (exclusive) for the bucket at a place: the ones before it, moved by `shift`. */
export function windowAt(
  place: number,
  { window, shift, count }: { readonly window: number; readonly shift: number; readonly count: number },
): { readonly from: number; readonly to: number } {
  const clamped = (at: number): number => Math.max(0, Math.min(at, count));
  return { from: clamped(place - window + shift), to: clamped(place + shift) };
}
