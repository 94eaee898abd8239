/** Sorting by numbers: columns of integers, doubles, dates and booleans, sequence numbers, distances. */
import type { Json } from "../../core/json.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { isComparable } from "../../query/range/column-range.ts";
import { JoinedReader } from "./joined-reader.ts";
import { compareNumbers, type SortColumn, type SortKey, type SortLeaf, type SortValue } from "./sort-key.ts";
import type { SortMode, SortOrder } from "./sort-spec.ts";

/** 2^32: a long takes two slots, its upper and its lower half. */
const HALF = 0x1_0000_0000;

/** Reads one number per document; NaN where it has none. For one greater than `most`, Infinity may stand. */
export type NumberReader = (docs: Uint32Array, count: number, into: Float64Array, most: number) => void;
/** The same for longs that a double cannot represent; undefined where a document has none. */
export type LongReader = (doc: number) => bigint | undefined;

/** Options of a number key. */
export interface NumberOptions {
  readonly order: SortOrder;
  /** Value for documents that have none. */
  readonly missing: number | bigint;
  /** Whether any segment has values that a double cannot represent: then all rows are two slots wide. */
  readonly long: boolean;
  /** Values of a segment; `longs` if `long`. */
  readonly numbers: (reader: SegmentReader) => NumberReader;
  readonly longs: ((reader: SegmentReader) => LongReader) | undefined;
  /** The column whose values are the key unchanged; `mode` picks one of several. */
  readonly column?: { readonly path: string; readonly mode: SortMode } | undefined;
  readonly render: (value: number | bigint) => unknown;
  readonly parseAfter: (value: Json) => number | bigint;
}

/** The key. */
export function numberKey(options: NumberOptions): SortKey {
  const sign = options.order === "desc" ? -1 : 1;
  const { longs } = options;
  return {
    needsScores: false,
    width: options.long ? 2 : 1,
    leaf: (reader) =>
      options.long && longs
        ? longLeaf(longs(reader), sign, options.missing)
        : { ...doubleLeaf(options.numbers(reader), sign, options.missing), follows: followed(reader, options, sign) },
    compare: (left: SortValue, right: SortValue) => sign * compareNumbers(numeric(left), numeric(right)),
    render: (value) => options.render(numeric(value)),
    parseAfter: (value) => options.parseAfter(value),
  };
}

function numeric(value: SortValue): number | bigint {
  return typeof value === "number" || typeof value === "bigint" ? value : 0;
}

/**
 * The column of a segment that the key follows; with several values per document the key must use the first in its
 * order.
 */
function followed(
  reader: SegmentReader,
  { column: source, order, missing }: NumberOptions,
  sign: 1 | -1,
): SortColumn | undefined {
  // A column that is joined for the sort is none that the kernel compares.
  const column = source && !(reader instanceof JoinedReader) ? reader.column(source.path) : undefined;
  if (!source || !column || !isComparable(column)) return undefined;
  if (column.starts && source.mode !== (order === "desc" ? "max" : "min")) return undefined;
  return { path: source.path, column, sign, absent: sign * Number(missing) };
}

function doubleLeaf(numbers: NumberReader, sign: number, missing: number | bigint): SortLeaf {
  const absent = Number(missing);
  let values = new Float64Array(0);
  let most = Number.POSITIVE_INFINITY;
  return {
    limit(slot) {
      if (sign === 1) most = slot;
    },
    fill(docs, count, _scores, slots, at, stride) {
      if (values.length < count) values = new Float64Array(Math.max(count, 4096));
      numbers(docs, count, values, most);
      for (let i = 0; i < count; i++) {
        const value = values[i] ?? 0;
        slots[at + i * stride] = sign * (value === value ? value : absent);
      }
    },
    value(slots, at) {
      const value = sign * (slots[at] ?? 0);
      return value === absent ? missing : value;
    },
    encode(value, slots, at) {
      slots[at] = sign * Number(value);
    },
  };
}

function longLeaf(longs: LongReader, sign: number, missing: number | bigint): SortLeaf {
  const absent = BigInt(missing);
  return {
    fill(docs, count, _scores, slots, at, stride) {
      for (let i = 0; i < count; i++) writeLong(longs(docs[i] ?? 0) ?? absent, sign, slots, at + i * stride);
    },
    value(slots, at) {
      const value = BigInt(sign * (slots[at] ?? 0)) * BigInt(HALF) + BigInt(sign * (slots[at + 1] ?? 0));
      return value;
    },
    encode(value, slots, at) {
      writeLong(BigInt(numeric(value)), sign, slots, at);
    },
  };
}

function writeLong(value: bigint, sign: number, slots: Float64Array, at: number): void {
  slots[at] = sign * Number(value >> 32n);
  slots[at + 1] = sign * Number(value & 0xffffffffn);
}
