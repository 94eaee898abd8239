/** Ranges of numbers with fractions. */
import type { FieldType } from "../field-type.ts";
import { type FractionKind, parseFraction, queryFraction } from "../numbers/fraction-type.ts";
import type { RangeKind } from "./range-kind.ts";
import { queryBounds, rangeType, refuseStructure } from "./range-type.ts";
import { javaDouble, javaFloat } from "../../core/float32.ts";

/** The range type for a precision; `next` gives the next greater value. */
export function fractionRangeType(
  name: string,
  numbers: FractionKind,
  next: (value: number) => number,
  summary: string,
): FieldType {
  const single = numbers.javaClass === "Float";
  const text = single ? javaFloat : javaDouble;
  const kind: RangeKind<number> = {
    name,
    capabilities: { showsDoubles: true },
    width: single ? 4 : 8,
    min: -Infinity,
    max: Infinity,
    next,
    previous: (bound) => -next(-bound),
    write: single ? writeFloat : writeDouble,
    joinedBound(bound) {
      const bytes = new Uint8Array(kind.width);
      kind.write(bound, bytes, 0);
      return bytes;
    },
    showsDocValues: true,
    read: single ? readFloat : readDouble,
    reversed: (from, to) => `min value (${text(from)}) is greater than max value (${text(to)})`,

    reader(values) {
      const coerce = values["coerce"] !== false;
      return {
        ofDocument(value) {
          const parsed = parseFraction(numbers, refuseStructure(value), coerce);
          return parsed === undefined ? undefined : numbers.round(parsed);
        },
        ofQuery: (bounds) => queryBounds(kind, bounds, (value) => numbers.round(queryFraction(value))),
        show(value) {
          const parsed = parseFraction(numbers, value, true);
          return parsed === undefined ? null : numbers.show(numbers.round(parsed));
        },
        text,
        javaText: text,
      };
    },
  };
  return rangeType(kind, summary);
}

/** Makes the bytes sort as the numbers: sets the sign bit of positive numbers, inverts all bits of negative ones. */
function toSortable(into: Uint8Array, at: number, width: number): void {
  const negative = (into[at]! & 0x80) !== 0;
  if (negative) for (let byte = 0; byte < width; byte++) into[at + byte] = ~into[at + byte]! & 0xff;
  else into[at] = into[at]! | 0x80;
}

function writeFloat(value: number, into: Uint8Array, at: number): void {
  new DataView(into.buffer, into.byteOffset).setFloat32(at, value);
  toSortable(into, at, 4);
}

function writeDouble(value: number, into: Uint8Array, at: number): void {
  new DataView(into.buffer, into.byteOffset).setFloat64(at, value);
  toSortable(into, at, 8);
}

function readFloat(bytes: Uint8Array, at: number): number {
  return new DataView(fromSortable(bytes, at, 4).buffer).getFloat32(0);
}

function readDouble(bytes: Uint8Array, at: number): number {
  return new DataView(fromSortable(bytes, at, 8).buffer).getFloat64(0);
}

/** The inverse of `toSortable`. */
function fromSortable(bytes: Uint8Array, at: number, width: number): Uint8Array {
  const plain = Uint8Array.from(bytes.subarray(at, at + width));
  if ((plain[0]! & 0x80) !== 0) plain[0] = plain[0]! & 0x7f;
  else for (let byte = 0; byte < width; byte++) plain[byte] = ~plain[byte]! & 0xff;
  return plain;
}
