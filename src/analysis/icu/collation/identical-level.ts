/**
 * The last level of keys with strength identical: differences between consecutive code points in an order-preserving
 * encoding (ICU's BOCSU).
 */
import type { KeyLevel } from "./key-level.ts";

/** The bytes used: from 3, since lower ones are separators. */
const LOWEST = 3;
const USED = 0x100 - LOWEST;

/** The byte for no difference, and the number of single-byte differences on each side. */
const MIDDLE = 0x81;
const SINGLES = 80;

/** Lead bytes of two-byte and of three-byte differences on each side. */
const LEADS_2 = 42;
const LEADS_3 = 3;

/** The greatest differences in two and in three bytes. */
const REACH_2 = LEADS_2 * USED + LEADS_2 - 1;
const REACH_3 = LEADS_3 * USED * USED + (LEADS_3 - 1) * USED + (USED - 1);

/** Adds the level for a text in canonical decomposition. */
export function addIdenticalLevel(key: KeyLevel, text: string): void {
  let before = 0;
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at)!;
    at += codePoint > 0xffff ? 2 : 1;
    if (codePoint === 0xfffe) {
      key.push(2);
      before = 0;
      continue;
    }
    addDifference(key, codePoint - origin(before));
    before = codePoint;
  }
}

/** The base of differences: the middle of a block of 128, or the end of the two-byte range for Han. */
function origin(before: number): number {
  return before < 0x4e00 || before >= 0xa000 ? (before & ~0x7f) + SINGLES : 0x9fff - REACH_2;
}

function addDifference(key: KeyLevel, difference: number): void {
  if (difference >= -SINGLES && difference <= SINGLES) {
    key.push(MIDDLE + difference);
    return;
  }
  const last = LOWEST + modulo(difference);
  const higher = Math.floor(difference / USED);
  const isPositive = difference > 0;
  if (isPositive ? difference <= REACH_2 : difference >= -REACH_2 - 1) {
    key.push((isPositive ? MIDDLE + SINGLES + 1 : MIDDLE - SINGLES) + higher);
    key.push(last);
    return;
  }
  const third = LOWEST + modulo(higher);
  const highest = Math.floor(higher / USED);
  if (isPositive ? difference <= REACH_3 : difference >= -REACH_3 - 1) {
    key.push((isPositive ? MIDDLE + SINGLES + 1 + LEADS_2 : MIDDLE - SINGLES - LEADS_2) + highest);
  } else {
    key.push(isPositive ? 0xff : LOWEST);
    key.push(LOWEST + modulo(highest));
  }
  key.push(third);
  key.push(last);
}

function modulo(number: number): number {
  return ((number % USED) + USED) % USED;
}
