/** What the terms of ranges of numbers and dates say, as doubles. */
import { type NameTable, nameTable } from "../../core/names.ts";
import { readSortable } from "./whole-range.ts";

/** Both bounds of a range, inclusive; infinite where a side of a range of fractions is open. */
export interface RangeOfNumbers {
  readonly from: number;
  readonly to: number;
}

/** Bytes of a bound, and how it is read; other range types have no numbers. */
const KINDS: NameTable<{ readonly width: number; readonly read: (bytes: Uint8Array, at: number) => number }> =
  nameTable({
    integer_range: { width: 4, read: (bytes, at) => Number(readSortable(bytes, at, 32)) },
    long_range: { width: 8, read: (bytes, at) => Number(readSortable(bytes, at, 64)) },
    date_range: { width: 8, read: (bytes, at) => Number(readSortable(bytes, at, 64)) },
    float_range: { width: 4, read: (bytes, at) => fraction(bytes, at, 4) },
    double_range: { width: 8, read: (bytes, at) => fraction(bytes, at, 8) },
  });

/** Reads the terms of a range type; undefined for one without numbers. */
export function rangeBounds(type: string): ((term: Uint8Array) => RangeOfNumbers) | undefined {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  return kind && ((term) => ({ from: kind.read(term, 0), to: kind.read(term, kind.width) }));
}

const scratch = new DataView(new ArrayBuffer(8));

/** Of positive numbers the sign bit is set, of negative ones all bits are turned over. */
function fraction(bytes: Uint8Array, at: number, width: number): number {
  const positive = (bytes[at]! & 0x80) !== 0;
  for (let byte = 0; byte < width; byte++)
    scratch.setUint8(byte, positive ? bytes[at + byte]! ^ (byte === 0 ? 0x80 : 0) : ~bytes[at + byte]! & 0xff);
  return width === 4 ? scratch.getFloat32(0) : scratch.getFloat64(0);
}
