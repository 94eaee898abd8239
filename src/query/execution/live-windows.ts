/** Live documents, a window at a time. */
import { countBits } from "../../segment/bits.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { WindowBuffer } from "../operator.ts";

const WINDOW_WORDS = WINDOW_DOCS / 32;
const liveCounts = new WeakMap<Uint32Array, number>();

/** Number of documents that are not live. */
export function deletedCount(live: Uint32Array | undefined, docCount: number): number {
  if (!live) return 0;
  let count = liveCounts.get(live);
  if (count === undefined) liveCounts.set(live, (count = countBits(live)));
  return docCount - count;
}

/** Loads the live documents of a window into `into`. */
export function loadLive(live: Uint32Array, base: number, into: WindowBuffer): void {
  const from = base / 32;
  for (let i = 0; i < WINDOW_WORDS; i++) into.bits[i] = live[from + i] ?? 0;
}

/** Clears the documents that are not live. */
export function keepLive(live: Uint32Array, base: number, into: WindowBuffer): void {
  const from = base / 32;
  for (let i = 0; i < WINDOW_WORDS; i++) into.bits[i]! &= live[from + i] ?? 0;
}
