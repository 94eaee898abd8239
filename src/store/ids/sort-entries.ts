/** Sorts the entries of a memtable: counting sort by the upper hash word, then the few ties by comparison. */
import { compareEntries, ENTRY_WORDS } from "./id-entries.ts";

const DIGIT = 0xffff;

/** The entries in the order of `compareEntries`, in a new array. */
export function sortEntries(entries: Uint32Array): Uint32Array {
  const sorted = byDigit(byDigit(entries, 0), 16);
  const count = sorted.length / ENTRY_WORDS;
  for (let start = 0; start < count;) {
    let end = start + 1;
    while (end < count && sorted[end * ENTRY_WORDS]! === sorted[start * ENTRY_WORDS]!) end++;
    if (end - start > 1) sortTies(sorted, start, end);
    start = end;
  }
  return sorted;
}

/** A stable counting sort by sixteen bits of word 0. */
function byDigit(entries: Uint32Array, shift: number): Uint32Array {
  const starts = new Uint32Array(DIGIT + 2);
  for (let at = 0; at < entries.length; at += ENTRY_WORDS) starts[((entries[at]! >>> shift) & DIGIT) + 1]!++;
  for (let digit = 0; digit <= DIGIT; digit++) starts[digit + 1]! += starts[digit]!;
  const sorted = new Uint32Array(entries.length);
  for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
    const target = starts[(entries[at]! >>> shift) & DIGIT]!++ * ENTRY_WORDS;
    for (let word = 0; word < ENTRY_WORDS; word++) sorted[target + word] = entries[at + word]!;
  }
  return sorted;
}

/** Sorts entries `start..end`, which have equal word 0. */
function sortTies(entries: Uint32Array, start: number, end: number): void {
  const copy = entries.slice(start * ENTRY_WORDS, end * ENTRY_WORDS);
  const order = Array.from({ length: end - start }, (_none, number) => number * ENTRY_WORDS);
  order.sort((one, other) => compareEntries(copy, one, copy, other));
  order.forEach((from, to) => entries.set(copy.subarray(from, from + ENTRY_WORDS), (start + to) * ENTRY_WORDS));
}
