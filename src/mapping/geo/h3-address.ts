/** Names of cells of H3, and how they lie in each other: a base cell, and a digit for each finer resolution. */
import { PENTAGONS } from "./h3-tables.ts";

/** The finest grid. */
export const FINEST_H3 = 15;
const BASE_CELL_COUNT = 122;
/** The digit of resolutions that a cell does not have. */
const NO_DIGIT = 7;
/** The direction that pentagons do not have. */
export const MISSING_DIGIT = 1;

/** A cell: the digits stand from the first one on, that of the base cell is 0. */
export interface H3Address {
  readonly base: number;
  readonly digits: Uint8Array;
}

/** Undefined for what is the name of no cell. */
export function readH3(name: string): H3Address | undefined {
  const text = name.toLowerCase().replace(/^0(?=.{15}$)/, "");
  if (!/^8[0-9a-f]{14}$/.test(text)) return undefined;
  const digits = new Uint8Array(Number.parseInt(text[1]!, 16) + 1);
  let bits = BigInt(`0x${text.slice(2)}`);
  for (let at = FINEST_H3; at > 0; at--) {
    const digit = Number(bits & 7n);
    bits >>= 3n;
    if (at >= digits.length ? digit !== NO_DIGIT : digit === NO_DIGIT) return undefined;
    if (at < digits.length) digits[at] = digit;
  }
  const base = Number(bits);
  if (base >= BASE_CELL_COUNT) return undefined;
  return PENTAGONS.has(base) && leadingDigit(digits) === MISSING_DIGIT ? undefined : { base, digits };
}

/** The name as H3 writes it. */
export function h3Name({ base, digits }: H3Address): string {
  let bits = base;
  for (let at = 1; at <= FINEST_H3; at++) bits = bits * 8 + (at < digits.length ? digits[at]! : NO_DIGIT);
  return `8${(digits.length - 1).toString(16)}${bits.toString(16).padStart(13, "0")}`;
}

/** The first digit that is not 0; 0: there is none. */
export function leadingDigit(digits: Uint8Array): number {
  return digits.find((digit) => digit !== 0) ?? 0;
}

/** Whether a cell has five edges: it lies at a corner of the icosahedron. */
export function isPentagon({ base, digits }: H3Address): boolean {
  return PENTAGONS.has(base) && leadingDigit(digits) === 0;
}

/** The cell of the next coarser grid; undefined for a base cell. */
export function h3Parent({ base, digits }: H3Address): H3Address | undefined {
  return digits.length === 1 ? undefined : { base, digits: digits.slice(0, -1) };
}

/** The cells of the next finer grid whose names begin alike; none of the finest. */
export function h3Children(cell: H3Address): H3Address[] {
  const { base, digits } = cell;
  if (digits.length > FINEST_H3) return [];
  const known = isPentagon(cell) ? [0, 2, 3, 4, 5, 6] : [0, 1, 2, 3, 4, 5, 6];
  return known.map((digit) => ({ base, digits: Uint8Array.of(...digits, digit) }));
}
