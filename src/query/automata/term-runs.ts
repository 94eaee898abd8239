/**
 * The dictionary as a tree. Terms are in byte order, so those with a common prefix form a run, and its branches are the
 * runs inside it. In all functions the terms `low .. high - 1` share their first `depth` bytes and are longer than
 * that.
 */

import type { TermsReader } from "../../segment/segment-reader.ts";

/** The bytes of a dictionary. */
export type TermBytes = Pick<TermsReader, "allBytes" | "offsets">;

/** Runs up to this length are scanned, longer ones searched. */
const WALKED = 8;

/** End of the run of terms whose next byte is that of `low`. */
export function runEnd({ allBytes, offsets }: TermBytes, low: number, high: number, depth: number): number {
  const byte = allBytes[offsets[low]! + depth]!;
  let known = low;
  let step = 1;
  // Galloping: most runs are short.
  while (known + step < high && allBytes[offsets[known + step]! + depth] === byte) {
    known += step;
    step *= 2;
  }
  let end = Math.min(known + step, high);
  while (end - known > 1) {
    const middle = (known + end) >>> 1;
    if (allBytes[offsets[middle]! + depth] === byte) known = middle;
    else end = middle;
  }
  return end;
}

/** The first term whose next byte is `byte` or greater; `high` when there is none. */
export function runStart(
  { allBytes, offsets }: TermBytes,
  low: number,
  high: number,
  depth: number,
  byte: number,
): number {
  let from = low;
  let to = high;
  while (to - from > WALKED) {
    const middle = (from + to) >>> 1;
    if (allBytes[offsets[middle]! + depth]! < byte) from = middle + 1;
    else to = middle;
  }
  while (from < to && allBytes[offsets[from]! + depth]! < byte) from++;
  return from;
}
