/** One number per document from a column that may hold several: the modes of a sort (`MultiValueMode`). */
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import { joinedNumbers } from "./joined-numbers.ts";
import { JoinedReader } from "./joined-reader.ts";
import type { LongReader, NumberReader } from "./number-key.ts";
import { pick, roundHalfUp } from "./pick-number.ts";
import type { SortMode } from "./sort-spec.ts";

/** Values of a column of doubles or small integers. `whole`: averages and medians are rounded, like those of longs. */
export function columnNumbers(reader: SegmentReader, path: string, mode: SortMode, whole: boolean): NumberReader {
  const joined = reader instanceof JoinedReader ? joinedNumbers(reader, path, mode, whole) : undefined;
  if (joined) return joined;
  const column = reader.column(path);
  if (!column) return none;
  if (column.type === "i64") {
    const longs = columnLongs(reader, path, mode);
    return (docs, count, into) => {
      for (let i = 0; i < count; i++) {
        const value = longs(docs[i] ?? 0);
        into[i] = value === undefined ? Number.NaN : Number(value);
      }
    };
  }
  return column.starts ? severalNumbers(column, column.starts, mode, whole) : singleNumbers(reader, path, column);
}

const none: NumberReader = (_docs, count, into) => {
  into.fill(Number.NaN, 0, count);
};

function singleNumbers(reader: SegmentReader, path: string, column: ColumnReader): NumberReader {
  const values = column.values as Int32Array | Float64Array;
  const presence = reader.presence(path);
  if (!presence) {
    return (docs, count, into) => {
      for (let i = 0; i < count; i++) into[i] = values[docs[i] ?? 0] ?? 0;
    };
  }
  return (docs, count, into) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i] ?? 0;
      into[i] = ((presence[doc >>> 5] ?? 0) >>> (doc & 31)) & 1 ? (values[doc] ?? 0) : Number.NaN;
    }
  };
}

function severalNumbers(column: ColumnReader, starts: Uint32Array, mode: SortMode, whole: boolean): NumberReader {
  const values = column.values as Int32Array | Float64Array;
  return (docs, count, into) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i] ?? 0;
      const from = starts[doc] ?? 0;
      const to = starts[doc + 1] ?? 0;
      into[i] = from === to ? Number.NaN : pick(values, from, to, mode, whole);
    }
  };
}

/** Values of a column as exact longs; `scale` multiplies them (milliseconds read as nanoseconds). */
export function columnLongs(reader: SegmentReader, path: string, mode: SortMode, scale = 1n): LongReader {
  const column = reader.column(path);
  if (!column) return () => undefined;
  const { starts, values } = column;
  const presence = reader.presence(path);
  const read = (index: number): bigint => BigInt(values[index] ?? 0) * scale;
  return (doc) => {
    if (!starts) {
      const has = presence === undefined || ((presence[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
      return has ? read(doc) : undefined;
    }
    const from = starts[doc] ?? 0;
    const to = starts[doc + 1] ?? 0;
    return from === to ? undefined : pickLong(read, from, to, mode);
  };
}

function pickLong(read: (index: number) => bigint, from: number, to: number, mode: SortMode): bigint {
  if (mode === "min") return read(from);
  if (mode === "max") return read(to - 1);
  if (mode === "median") {
    const middle = (from + to) >>> 1;
    if ((to - from) % 2 === 1) return read(middle);
    return BigInt(roundHalfUp((Number(read(middle - 1)) + Number(read(middle))) / 2));
  }
  let sum = 0n;
  for (let i = from; i < to; i++) sum += read(i);
  // Java's longs overflow.
  sum = BigInt.asIntN(64, sum);
  return mode === "sum" ? sum : BigInt(roundHalfUp(Number(sum) / (to - from)));
}
