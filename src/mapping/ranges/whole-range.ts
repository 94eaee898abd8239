/** Ranges of whole numbers. */
import type { FieldType } from "../field-type.ts";
import { parameterNumber, parseWholeNumber, type WholeNumberKind } from "../numbers/whole-number.ts";
import { shortestWhole } from "./joined-ranges.ts";
import type { RangeKind } from "./range-kind.ts";
import { queryBounds, rangeType, refuseStructure } from "./range-type.ts";

/** The range type for whole numbers of 32 or 64 bits. */
export function wholeRangeType(name: string, numbers: WholeNumberKind, summary: string): FieldType {
  const bits = numbers.javaClass === "Long" ? 64 : 32;
  const wrapped = (value: bigint): bigint => BigInt.asIntN(bits, value);
  const kind: RangeKind<bigint> = {
    name,
    width: bits / 8,
    min: numbers.min,
    max: numbers.max,
    next: (bound) => wrapped(bound + 1n),
    previous: (bound) => wrapped(bound - 1n),
    write: (bound, into, at) => writeSortable(bound, bits, into, at),
    joinedBound: shortestWhole,
    showsDocValues: true,
    read: (bytes, at) => readSortable(bytes, at, bits),
    reversed: (from, to) => `min value (${from}) is greater than max value (${to})`,

    reader(values) {
      const coerce = values["coerce"] !== false;
      return {
        ofDocument(value, _roundUp, target) {
          const parsed = parseWholeNumber(numbers, refuseStructure(value), coerce, target.numberText);
          return parsed === undefined ? undefined : BigInt(parsed);
        },
        ofQuery: (bounds) => queryBounds(kind, bounds, (value) => BigInt(parameterNumber(numbers, value))),
        show: (value) => parseWholeNumber(numbers, value, true, String) ?? null,
        text: String,
        javaText: String,
      };
    },
  };
  return rangeType(kind, summary);
}

/** Writes a signed number of 32 or 64 bits, biased so that bytes sort like the numbers. */
export function writeSortable(value: bigint, bits: number, into: Uint8Array, at: number): void {
  let rest = BigInt.asUintN(bits, value + (1n << BigInt(bits - 1)));
  for (let byte = bits / 8 - 1; byte >= 0; byte--) {
    into[at + byte] = Number(rest & 0xffn);
    rest >>= 8n;
  }
}

/** The inverse of `writeSortable`. */
export function readSortable(bytes: Uint8Array, at: number, bits: number): bigint {
  let value = 0n;
  for (let byte = 0; byte < bits / 8; byte++) value = (value << 8n) | BigInt(bytes[at + byte]!);
  return value - (1n << BigInt(bits - 1));
}
