/** A sort key on one shard: what documents are compared by, within a segment as numbers, beyond it as values. */
import type { Json } from "../../core/json.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { ComparableColumn } from "../../query/range/column-range.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** A value that documents of different segments and shards are compared by; null: none. */
export type SortValue = number | bigint | Uint8Array | null;

/** One key. Immutable, made for one shard and one request. */
export interface SortKey {
  readonly needsScores: boolean;
  /**
   * Doubles that a document's key takes in a row: compared one after the other, ascending, they give the order of the
   * key.
   */
  readonly width: 1 | 2;
  /** The key on one segment, whose documents follow `docBase` others in the shard. */
  leaf(reader: SegmentReader, docBase: number, context: OperatorContext): SortLeaf;
  /** Order of two values, descending already turned round. */
  compare(left: SortValue, right: SortValue): number;
  /** The value as `sort` of a hit shows it. */
  render(value: SortValue): unknown;
  /** A value of `search_after`. Throws RequestError 400 when it does not fit the key. */
  parseAfter(value: Json): SortValue;
}

/**
 * A key that follows one column: its order can be told from bounds of the column's values, for many documents at once.
 */
export interface SortColumn {
  readonly path: string;
  readonly column: ComparableColumn;
  /** A document's slot is `sign` times the one of its values that stands first in the order of the key. */
  readonly sign: 1 | -1;
  /** Slot of documents without a value. */
  readonly absent: number;
}

/** A key on one segment. Rows are runs of `stride` doubles in `slots`. */
export interface SortLeaf {
  /** Set when the key follows a column of the segment. */
  readonly follows?: SortColumn | undefined;
  /**
   * Set when the key is the place of a document in the shard: the first of the segment has this slot, and each later
   * one more.
   */
  readonly firstSlot?: number | undefined;
  /**
   * Writes the keys of `docs[0..count)`: of `docs[i]` at `slots[at + i * stride]`. `scores` are theirs, when the key
   * needs them.
   */
  fill(docs: Uint32Array, count: number, scores: Float32Array, slots: Float64Array, at: number, stride: number): void;
  /** The value that stands at `slots[at]`. Bytes are a copy. */
  value(slots: Float64Array, at: number): SortValue;
  /** Writes a value from elsewhere to `slots[at]`, so that it compares with this segment's rows. */
  encode(value: SortValue, slots: Float64Array, at: number): void;
}

/** Order of unsigned bytes. */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  return Buffer.compare(left, right);
}

/** Order of numbers and bigints. */
export function compareNumbers(left: number | bigint, right: number | bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
