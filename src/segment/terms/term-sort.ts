/**
 * Sorts terms by their bytes: multikey quicksort (Bentley, Sedgewick) with three bytes of each term cached in an
 * integer key. A comparison sort over the arena would miss the cache at every comparison.
 */
import { compareBytes } from "./byte-order.ts";
import type { TermTable } from "./term-table.ts";

/** Below this many terms, insertion sort with full comparisons is quicker. */
const SMALL = 12;
/** Bytes of a term in a key; the fourth byte is the number of them that belong to the term. */
const KEY_BYTES = 3;

/** Numbers of the terms of `table`, ascending by their bytes. */
export function sortedTerms(table: TermTable): Uint32Array {
  const order = new Uint32Array(table.count);
  for (let term = 0; term < order.length; term++) order[term] = term;
  new Sorter(table, order).sort(0, order.length, 0);
  return order;
}

class Sorter {
  private readonly arena: Uint8Array;
  private readonly starts: Uint32Array;
  private readonly order: Uint32Array;
  private readonly keys: Int32Array;

  constructor(table: TermTable, order: Uint32Array) {
    this.arena = table.arena;
    this.starts = table.starts;
    this.order = order;
    this.keys = new Int32Array(order.length);
  }

  /** Sorts order[from..to), whose terms all begin with the same `depth` bytes. */
  sort(from: number, to: number, depth: number): void {
    if (to - from <= SMALL) return this.insertionSort(from, to, depth);
    this.loadKeys(from, to, depth);
    this.partition(from, to, depth);
  }

  /**
   * As `sort`, with the keys at `depth` loaded. Recurses into all but the largest part, so that the depth stays
   * logarithmic.
   */
  private partition(from: number, to: number, depth: number): void {
    const { keys } = this;
    while (to - from > 1) {
      if (to - from <= SMALL) return this.insertionSort(from, to, depth);
      const pivot = median(keys[from]!, keys[(from + to) >>> 1]!, keys[to - 1]!);
      let less = from;
      let greater = to;
      for (let i = from; i < greater;) {
        const key = keys[i]!;
        if (key < pivot) this.swap(i++, less++);
        else if (key > pivot) this.swap(i, --greater);
        else i++;
      }
      // Equal keys that end within the key are the same term, which occurs only once.
      const equalGoesOn = (pivot & 0xff) === KEY_BYTES && greater - less > 1;
      const equal = equalGoesOn ? greater - less : 0;
      if (equal >= less - from && equal >= to - greater) {
        this.partition(from, less, depth);
        this.partition(greater, to, depth);
        if (!equalGoesOn) return;
        from = less;
        to = greater;
        depth += KEY_BYTES;
        if (to - from > SMALL) this.loadKeys(from, to, depth);
      } else {
        if (equalGoesOn) this.sort(less, greater, depth + KEY_BYTES);
        if (less - from > to - greater) {
          this.partition(greater, to, depth);
          to = less;
        } else {
          this.partition(from, less, depth);
          from = greater;
        }
      }
    }
  }

  private loadKeys(from: number, to: number, depth: number): void {
    const { arena, starts, order, keys } = this;
    for (let i = from; i < to; i++) {
      const term = order[i]!;
      const at = starts[term]! + depth;
      const left = starts[term + 1]! - at;
      let key = left < KEY_BYTES ? left : KEY_BYTES;
      if (left > 0) key |= arena[at]! << 24;
      if (left > 1) key |= arena[at + 1]! << 16;
      if (left > 2) key |= arena[at + 2]! << 8;
      // The sign bit is flipped, so that signed comparison orders like unsigned bytes.
      keys[i] = key ^ 0x80000000;
    }
  }

  private insertionSort(from: number, to: number, depth: number): void {
    const { arena, starts, order } = this;
    for (let i = from + 1; i < to; i++) {
      const term = order[i]!;
      const start = starts[term]! + depth;
      const end = starts[term + 1]!;
      let j = i - 1;
      while (j >= from) {
        const other = order[j]!;
        if (compareBytes(arena, starts[other]! + depth, starts[other + 1]!, arena, start, end) < 0) break;
        order[j + 1] = other;
        j--;
      }
      order[j + 1] = term;
    }
  }

  private swap(i: number, j: number): void {
    const { order, keys } = this;
    const term = order[i]!;
    order[i] = order[j]!;
    order[j] = term;
    const key = keys[i]!;
    keys[i] = keys[j]!;
    keys[j] = key;
  }
}

function median(a: number, b: number, c: number): number {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}
