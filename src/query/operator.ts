/**
 * Operators: the nodes of a planned query on one segment. They work a window of WINDOW_DOCS documents at a time.
 *
 * Buffers live in the scratch slot of the segment's memory, so that kernel functions and TypeScript leaves see the same
 * bytes. An operator never asks who its parent is: bool, top-k collectors, aggregations and masks all drive it the same
 * way.
 */
import type { KernelInstance } from "../kernel/kernel.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { FlatShape } from "./execution/flat-shape.ts";

/** A leased window in scratch: 4,096 bits, and 4,096 scores on demand. */
export interface WindowBuffer {
  /** Address of the bits (64 u64 words) in the segment's memory. */
  readonly bitsAddress: number;
  /** The same bits as 128 u32 words, bit `doc - base`. */
  readonly bits: Uint32Array;
  /** Address of 4,096 f64 scores. Scores of unset bits are undefined. */
  readonly scoresAddress: number;
  readonly scores: Float64Array;
}

/**
 * The environment of an operator: one thread, one segment, one query. Hands out scratch, all of which is returned when
 * the query ends.
 */
export interface OperatorContext {
  readonly reader: SegmentReader;
  /** The kernel over the segment's memory. */
  readonly kernel: KernelInstance;
  /**
   * The context for operators on other documents of the same segment (nested ones or parents); it ends with this one.
   */
  within(reader: SegmentReader): OperatorContext;
  /** Leases a window buffer for the life of the query on this segment. */
  window(): WindowBuffer;
  /** Leases a window buffer for the duration of one `fill`; return buffers in the reverse order of borrowing. */
  borrow(): WindowBuffer;
  giveBack(window: WindowBuffer): void;
  /**
   * Leases `bytes` of scratch (16-byte aligned) for the life of the query on this segment. Throws a 429
   * `circuit_breaking_exception` when the slot is full.
   */
  scratch(bytes: number): number;
  /** Address of a field's postings in the kernel's layout (`kernel/structures.ts`), or 0 when the field has none. */
  postings(field: string): number;
  /** Must be called before the kernel or anything else reads the positions of a field. */
  positions(field: string): void;
  /** Address of a table of 256 inverse norms; each table is copied into scratch once. */
  table(normInverse: Float32Array): number;
  /** Address of a buffer in which a cursor decodes its blocks; after the first ones, cursors share them in turn. */
  decodeBuffer(): number;
  /** The memory as views, made once for the query. */
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  /** Called by anything that takes long within a window; throws when the request was cancelled or its time is over. */
  checkpoint(): void;
}

/** A node of a planned query on one segment. */
export interface Operator {
  /** Upper bound of the number of matching documents in the segment; conjunctions start with the lowest. */
  readonly cost: number;
  /** Verifying a document is expensive: it is done last, and only for candidates that all else accepts. */
  readonly twoPhase?: boolean;
  /** Set when the operator consists of terms combined in a way that the kernel can run as one loop. */
  readonly flat?: FlatShape | undefined;
  /** Upper bound of the score of any document in the segment, when known without reading windows. */
  readonly most?: number | undefined;
  /** Number of live matches in the segment, when known without reading windows. */
  count?(live: Uint32Array | undefined): number;
  /**
   * Base (a multiple of WINDOW_DOCS) of the first window at or after that of `from` that may hold a match; NO_MORE_DOCS
   * when there is none. Calls ascend.
   */
  nextWindow(from: number): number;
  /** Upper bound of the score of any document in the window of `base`; Infinity when unknown. */
  maxScore(base: number): number;
  /**
   * Sets exactly the bits of the matches in the window [base, base + WINDOW_DOCS), clears all others, and sets the
   * scores of the matches when `scored`. With `candidates`, only bits set there may be set, and only they need be
   * tested. Windows ascend; each is filled at most once. Returns whether any bit is set.
   */
  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean;
}
