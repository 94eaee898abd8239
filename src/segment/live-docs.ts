/**
 * Live documents of a segment: a bit set in shared memory that never changes once published; a deletion makes a new
 * one. A set covers whole windows, with zeros after the last document, so that every window is a full slice.
 */
import { countBits, setFirstBits } from "./bits.ts";
import { WINDOW_DOCS } from "./format.ts";

/** A set in which no document is live. */
export function noneLive(docCount: number): Uint32Array {
  const windows = Math.max(1, Math.ceil(docCount / WINDOW_DOCS));
  return new Uint32Array(new SharedArrayBuffer((windows * WINDOW_DOCS) / 8));
}

/** A set in which all documents are live. */
export function allLive(docCount: number): Uint32Array {
  const live = noneLive(docCount);
  setFirstBits(live, docCount);
  return live;
}

/** Whether `doc` is live. */
export function isLive(live: Uint32Array | undefined, doc: number): boolean {
  return live === undefined || ((live[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
}

/**
 * A copy of `live` (undefined: all `docCount` documents are live) without the documents `deleted`. `live` itself is
 * unchanged.
 */
export function withoutDocs(live: Uint32Array | undefined, docCount: number, deleted: Iterable<number>): Uint32Array {
  const copy = live ? noneLive(docCount) : allLive(docCount);
  if (live) copy.set(live);
  for (const doc of deleted) copy[doc >>> 5]! &= ~(1 << (doc & 31));
  return copy;
}

/** Number of live documents. */
export function countLive(live: Uint32Array | undefined, docCount: number): number {
  return live ? countBits(live) : docCount;
}
