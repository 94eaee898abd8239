/** Collation elements of numbers, such that they sort by value (ICU's CollationIterator.appendNumericSegmentCEs). */
import type { ElementBuffer } from "./element-buffer.ts";

/** Maximum digits of one number; further digits begin another. */
const MOST_DIGITS = 254;

/** Number of second bytes for numbers in weights of two, three and four bytes. */
const TWO_BYTES = 74;
const THREE_BYTES = 40;
const FOUR_BYTES = 16;

/** Second bytes from here on encode the number of digit pairs: at least four. */
const FIRST_PAIR_COUNT = 132;
const FEWEST_PAIRS = 4;

/** Adds the elements of a number of `count` digits; `primary` contains the lead byte of numbers. */
export function addNumber(buffer: ElementBuffer, primary: number, digits: Uint8Array, count: number): void {
  let start = 0;
  do {
    while (start < count - 1 && digits[start] === 0) start++;
    const end = Math.min(start + MOST_DIGITS, count);
    if (!addSmall(buffer, primary, digits, start, end)) addPairs(buffer, primary, digits, start, end);
    start = end;
  } while (start < count);
}

/** Encodes up to 1,042,489 in one element; returns whether the number was small enough. */
function addSmall(buffer: ElementBuffer, primary: number, digits: Uint8Array, start: number, end: number): boolean {
  if (end - start > 7) return false;
  let value = 0;
  for (let index = start; index < end; index++) value = value * 10 + digits[index]!;
  let firstByte = 2;
  if (value < TWO_BYTES) {
    buffer.addCommon(primary | ((firstByte + value) << 16));
    return true;
  }
  value -= TWO_BYTES;
  firstByte += TWO_BYTES;
  if (value < THREE_BYTES * 254) {
    buffer.addCommon(primary | ((firstByte + Math.floor(value / 254)) << 16) | ((2 + (value % 254)) << 8));
    return true;
  }
  value -= THREE_BYTES * 254;
  firstByte += THREE_BYTES;
  if (value >= FOUR_BYTES * 254 * 254) return false;
  const third = Math.floor(value / 254);
  const second = Math.floor(third / 254);
  buffer.addCommon(primary | ((firstByte + (second % 254)) << 16) | ((2 + (third % 254)) << 8) | (2 + (value % 254)));
  return true;
}

/** Encodes the number of digit pairs, then the pairs without trailing 00. */
function addPairs(buffer: ElementBuffer, numeric: number, digits: Uint8Array, start: number, limit: number): void {
  const pairs = (limit - start + 1) >> 1;
  let primary = numeric | ((FIRST_PAIR_COUNT - FEWEST_PAIRS + pairs) << 16);
  let end = limit;
  while (digits[end - 1] === 0 && digits[end - 2] === 0) end -= 2;
  const isOdd = ((end - start) & 1) !== 0;
  let pair = 11 + 2 * (isOdd ? digits[start]! : digits[start]! * 10 + digits[start + 1]!);
  let shift = 8;
  for (let at = start + (isOdd ? 1 : 2); at < end; at += 2) {
    primary |= pair << shift;
    if (shift === 0) {
      buffer.addCommon(primary);
      primary = numeric;
      shift = 16;
    } else {
      shift -= 8;
    }
    pair = 11 + 2 * (digits[at]! * 10 + digits[at + 1]!);
  }
  // The last one is marked by an odd value.
  buffer.addCommon(primary | ((pair - 1) << shift));
}
