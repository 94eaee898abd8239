/** A sort key on one shard: documents are compared within a segment as numbers, across segments as values. */
import type { Json } from "../../core/json.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { ComparableColumn } from "../../query/range/column-range.ts";
import type { SegmentOrder } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** A value by which documents of different segments and shards are compared; null: none. */
export type SortValue = number | bigint | Uint8Array | null;

/** One key. Immutable, made for one shard and one request. */
export interface SortKey {
  readonly needsScores: boolean;
  /** Doubles per document in a row: compared in sequence, ascending, they give the order of the key. */
  readonly width: 1 | 2;
  /** The order of an index that the key follows; undefined: none that an index can have. */
  readonly order?: SegmentOrder | undefined;
  /** The key on one segment; `docBase` documents of the shard precede the segment. */
  leaf(reader: SegmentReader, docBase: number, context: OperatorContext): SortLeaf;
  /** Compares two values; a descending order is already reversed. */
  compare(left: SortValue, right: SortValue): number;
  /** The value as rendered in `sort` of a hit. */
  render(value: SortValue): unknown;
  /** Parses a value of `search_after`. Throws RequestError 400 when it does not fit the key. */
  parseAfter(value: Json): SortValue;
}

/** A key that follows one column: bounds of the column's values decide the order of many documents at once. */
export interface SortColumn {
  readonly path: string;
  readonly column: ComparableColumn;
  /** A document's slot is `sign` times the value that comes first in the key's order. */
  readonly sign: 1 | -1;
  /** Slot of documents without a value. */
  readonly absent: number;
}

/** A key on one segment. Rows are runs of `stride` doubles in `slots`. */
export interface SortLeaf {
  /** Set if the key follows a column of the segment. */
  readonly follows?: SortColumn | undefined;
  /**
   * Set if the key is the document's position in the shard: slot of the segment's first document; each later one has
   * one more.
   */
  readonly firstSlot?: number | undefined;
  /**
   * Writes the keys of `docs[0..count)`: that of `docs[i]` at `slots[at + i * stride]`. `scores` are the documents'
   * scores, if the key needs them.
   */
  fill(docs: Uint32Array, count: number, scores: Float32Array, slots: Float64Array, at: number, stride: number): void;
  /**
   * Says that slots greater than `most` do not matter any more: Infinity may stand for them, where that is cheaper.
   * Absent where it is not.
   */
  readonly limit?: ((most: number) => void) | undefined;
  /** The value at `slots[at]`. Bytes are copied. */
  value(slots: Float64Array, at: number): SortValue;
  /** Writes a value of another segment to `slots[at]`, so that it compares with this segment's rows. */
  encode(value: SortValue, slots: Float64Array, at: number): void;
}

/** Compares unsigned bytes. */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  return Buffer.compare(left, right);
}

/** Compares numbers and bigints. */
export function compareNumbers(left: number | bigint, right: number | bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
