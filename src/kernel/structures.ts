/**
 * Structures in scratch that TypeScript writes and the kernel reads: byte offsets, the same numbers and names as in
 * `assembly/layout.ts` (a test compares them). Addresses and counts are u32 unless noted otherwise.
 */

/** The postings of a field: absolute addresses of the sections, 0 when absent. */
export const FIELD = {
  docFreqs: 0,
  totalFreqs: 4,
  blockStarts: 8,
  tail: 12,
  lastDocs: 16,
  blockOffsets: 20,
  blockBits: 24,
  blockImpacts: 28,
  impacts: 32,
  postings: 36,
  /** Norms by document; without norms the address of a single byte 1, with a mask that clears every document number. */
  norms: 40,
  normMask: 44,
  blockPositions: 48,
  tailPositions: 52,
  positions: 56,
} as const;
/** Offset of that byte 1 in a field structure. */
export const FIELD_ONE = 60;
export const FIELD_BYTES = 64;

/** A cursor over one term's postings; written by `openCursor`. */
export const CURSOR_BYTES = 128;
/** A decode buffer; cursors may share one, at the cost of decoding again. */
export const BUFFER_BYTES = 1088;

/** The state of a whole-query loop; `assembly/layout.ts` documents the fields. */
export const SEARCH = {
  k: 0,
  size: 4,
  heap: 8,
  /** f32. */
  floor: 12,
  /** f32. */
  skip: 16,
  hits: 20,
  hitsThreshold: 24,
  skipped: 28,
  accept: 32,
  acceptBase: 36,
  cursors: 40,
  cursorCount: 44,
  bits: 48,
  scores: 52,
  work: 56,
  target: 60,
  /** f32. */
  tie: 64,
  rest: 68,
  excludedCount: 72,
  slop: 76,
} as const;
export const SEARCH_BYTES = 80;
/**
 * Bytes of `SEARCH.work` for a conjunction, and per cursor of a disjunction (with the cursor's address at
 * `WORK_CURSOR`).
 */
export const MERGE_WORK_BYTES = 1040;
export const WORK_ENTRY_BYTES = 16;
export const WORK_CURSOR = 4;

/** The walk for terms near a word; `assembly/layout.ts` documents the fields. */
export const NEAR = {
  termBytes: 0,
  offsets: 4,
  sharedBytes: 8,
  limit: 12,
  mask: 16,
  swaps: 20,
  othersCount: 24,
  capacity: 28,
  found: 32,
  foundCount: 36,
  base: 40,
  at: 44,
  depth: 48,
  end: 52,
  ascii: 64,
  others: 576,
  states: 832,
} as const;
export const NEAR_BYTES = 4096;
/** After each byte: three rows, two for swaps, the bytes that the last character lacks. */
export const NEAR_STATE_BYTES = 24;
