/** Ranges as candidates: bounds in bytes that sort as the values do. */
import type { MappedField } from "../../mapping/field-type.ts";
import { nextUp } from "../../mapping/numbers/neighbours.ts";
import type { Candidates } from "./candidates.ts";

const BOUND_BYTES = 8;

/**
 * A range over a numeric field. Bounds become doubles, rounded outwards where a bigint does not fit. Undefined without
 * bounds: that only requires the field.
 */
export function numberRange(
  field: MappedField,
  from: number | bigint | undefined,
  to: number | bigint | undefined,
): Candidates | undefined {
  if (from === undefined && to === undefined) return undefined;
  return rangeOf(
    field,
    boundBytes(from === undefined ? -Infinity : atMost(from)),
    boundBytes(to === undefined ? Infinity : atLeast(to)),
  );
}

/** A range of addresses; undefined for terms of other kinds, which have no fixed length. */
export function addressRange(
  field: MappedField,
  from: Uint8Array | undefined,
  to: Uint8Array | undefined,
): Candidates | undefined {
  if (field.capabilities.exactQuery !== "address" || (!from && !to)) return undefined;
  return rangeOf(field, from ?? new Uint8Array(16), to ?? new Uint8Array(16).fill(0xff));
}

function rangeOf(field: MappedField, from: Uint8Array, to: Uint8Array): Candidates {
  return { everything: false, exact: false, terms: [], ranges: [{ field: field.path, from, to }], minimum: 1 };
}

function atMost(value: number | bigint): number {
  const number = Number(value);
  return typeof value === "bigint" && BigInt(number) > value ? -nextUp(-number) : number;
}

function atLeast(value: number | bigint): number {
  const number = Number(value);
  return typeof value === "bigint" && BigInt(number) < value ? nextUp(number) : number;
}

/**
 * Makes the bytes sort as the numbers: the sign bit is set for positive numbers, all bits are inverted for negative
 * ones.
 */
export function boundBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(BOUND_BYTES);
  new DataView(bytes.buffer).setFloat64(0, value);
  if (value < 0 || Object.is(value, -0)) for (let at = 0; at < BOUND_BYTES; at++) bytes[at] = ~bytes[at]! & 0xff;
  else bytes[0] = bytes[0]! | 0x80;
  return bytes;
}
