/** Elements of numbers, so that they sort by their value (ICU's CollationIterator.appendNumericSegmentCEs). */
import type { ElementBuffer } from "./element-buffer.ts";

/** Digits that make one number; further ones begin another. */
const MOST_DIGITS = 254;

/** How many second bytes stand for numbers in weights of two, three and four bytes. */
const TWO_BYTES = 74;
const THREE_BYTES = 40;
const FOUR_BYTES = 16;

/** Second bytes from here on tell how many pairs of digits follow: at least four. */
const FIRST_PAIR_COUNT = 132;
const FEWEST_PAIRS = 4;

/** Adds the elements of a number of `count` digits; `primary` holds the byte that all numbers begin with. */
export function addNumber(buffer: ElementBuffer, primary: number, digits: Uint8Array, count: number): void {
  let start = 0;
  do {
    while (start < count - 1 && digits[start] === 0) start++;
    const end = Math.min(start + MOST_DIGITS, count);
    if (!addSmall(buffer, primary, digits, start, end)) addPairs(buffer, primary, digits, start, end);
    start = end;
  } while (start < count);
}

/** Up to 1,042,489 in one element; answers whether the number was so small. */
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

/** How many pairs of digits there are, then the pairs without those that are 00 at the end. */
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
  // The last one is marked by being odd.
  buffer.addCommon(primary | ((pair - 1) << shift));
}
