/** Cells of geohashes of a length. */
import { GEOHASH_DIGITS, geohashOf } from "../../mapping/geo/geohash.ts";
import { type GridCells, namedCells } from "./grid-cells.ts";

const BITS = 5;
/** Longer ones have more bits than a double. */
const GREATEST_NUMBERED_LENGTH = 10;
const GREATEST_LENGTH = 12;
/** Hashes of the greatest length are negative longs from this digit on. */
const FIRST_NEGATIVE = "h";
/** Bits of a row and of a column that are put together at once. */
const LOW_BITS = 13;
const LOW = 2 ** LOW_BITS;

/** Order of geohashes of the same length as numbers. */
export function compareGeohashes(left: string, right: string): number {
  const sign =
    left.length < GREATEST_LENGTH ? 0 : Number(right[0]! >= FIRST_NEGATIVE) - Number(left[0]! >= FIRST_NEGATIVE);
  return sign || (left < right ? -1 : left > right ? 1 : 0);
}

/**
 * Cells by the bits of their column and row in turn, which are those of the digits. Halving degrees is exact for points
 * of a column, which stand on a grid of 2^32 steps: a division tells the cell that the halvings of `geohashOf` find.
 */
export function geohashCells(length: number): GridCells {
  if (length > GREATEST_NUMBERED_LENGTH)
    return namedCells((lat, lon) => geohashOf(lat, lon).slice(0, length), compareGeohashes);
  const columns = 2 ** Math.ceil((length * BITS) / 2);
  const rows = 2 ** Math.floor((length * BITS) / 2);
  // The last bit is a column's where their sum is odd.
  const isOdd = (length * BITS) % 2 === 1;
  return {
    number(lat, lon) {
      const column = Math.floor(((lon + 180) / 360) * columns);
      const row = Math.floor(((lat + 90) / 180) * rows);
      return isOdd ? inTurn(row, column) : inTurn(column, row);
    },
    name: (number) => digitsOf(number, length),
    compare: (left, right) => left - right,
  };
}

/** The bits of two numbers in turn, the last one of the second. */
function inTurn(first: number, second: number): number {
  const high = (spread(first >>> LOW_BITS) << 1) | spread(second >>> LOW_BITS);
  const low = (spread(first & (LOW - 1)) << 1) | spread(second & (LOW - 1));
  return high * (LOW * LOW) + low;
}

/** A 0 before each bit of a number below 2^15. */
function spread(number: number): number {
  let bits = (number | (number << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function digitsOf(number: number, length: number): string {
  let digits = "";
  for (let rest = number; digits.length < length; rest = Math.floor(rest / 32))
    digits = GEOHASH_DIGITS[rest % 32]! + digits;
  return digits;
}
