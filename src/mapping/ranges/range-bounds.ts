/** Decodes the terms of number and date ranges to doubles. */
import { type NameTable, nameTable } from "../../core/names.ts";
import { readSortable } from "./whole-range.ts";

/** Both bounds of a range, inclusive; infinite where a side of a range of fractions is open. */
export interface RangeOfNumbers {
  readonly from: number;
  readonly to: number;
}

/** Size of a bound in bytes, and its decoder; other range types have no numbers. */
const KINDS: NameTable<{ readonly width: number; readonly read: (bytes: Uint8Array, at: number) => number }> =
  nameTable({
    integer_range: { width: 4, read: (bytes, at) => Number(readSortable(bytes, at, 32)) },
    long_range: { width: 8, read: (bytes, at) => Number(readSortable(bytes, at, 64)) },
    date_range: { width: 8, read: (bytes, at) => Number(readSortable(bytes, at, 64)) },
    float_range: { width: 4, read: (bytes, at) => fraction(bytes, at, 4) },
    double_range: { width: 8, read: (bytes, at) => fraction(bytes, at, 8) },
  });

/** A decoder for the terms of a range type; undefined for a type without numbers. */
export function rangeBounds(type: string): ((term: Uint8Array) => RangeOfNumbers) | undefined {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  return kind && ((term) => ({ from: kind.read(term, 0), to: kind.read(term, kind.width) }));
}

const scratch = new DataView(new ArrayBuffer(8));

/** Decodes a sortable float: the sign bit of positive numbers was set, all bits of negative ones were inverted. */
function fraction(bytes: Uint8Array, at: number, width: number): number {
  const positive = (bytes[at]! & 0x80) !== 0;
  for (let byte = 0; byte < width; byte++)
    scratch.setUint8(byte, positive ? bytes[at + byte]! ^ (byte === 0 ? 0x80 : 0) : ~bytes[at + byte]! & 0xff);
  return width === 4 ? scratch.getFloat32(0) : scratch.getFloat64(0);
}
