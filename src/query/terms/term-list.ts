/** Distinct terms, ascending by their bytes, in one array: long lists cost no object for each of their terms. */
import type { TermsReader } from "../../segment/segment-reader.ts";
import { compareBytes } from "../../segment/terms/byte-order.ts";
import { sortedTerms } from "../../segment/terms/term-sort.ts";
import { TermTable } from "../../segment/terms/term-table.ts";

export class TermList {
  readonly count: number;
  readonly #bytes: Uint8Array;
  /** Start of each term, and the end of the last. */
  readonly #offsets: Uint32Array;

  constructor(terms: readonly Uint8Array[]) {
    const table = new TermTable({ bytes: 0 });
    for (const term of terms) table.intern(term, 0, term.length);
    const { arena, starts } = table;
    const order = sortedTerms(table);
    this.count = order.length;
    this.#bytes = new Uint8Array(starts[order.length]!);
    this.#offsets = new Uint32Array(order.length + 1);
    let at = 0;
    for (let rank = 0; rank < order.length; rank++) {
      const term = order[rank]!;
      for (let from = starts[term]!; from < starts[term + 1]!; from++) this.#bytes[at++] = arena[from]!;
      this.#offsets[rank + 1] = at;
    }
  }

  /** Views of the terms. */
  all(): Uint8Array[] {
    return Array.from({ length: this.count }, (_, at) =>
      this.#bytes.subarray(this.#offsets[at], this.#offsets[at + 1]),
    );
  }

  /** A text that only equal lists have. */
  key(): string {
    const { buffer, byteOffset, byteLength } = this.#offsets;
    const offsets = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
    return `${this.count}:${offsets}${Buffer.from(this.#bytes.buffer).toString("latin1")}`;
  }

  /** The ordinals of those that a dictionary has, ascending. Both are gone through once, together. */
  ordinalsIn({ allBytes, offsets, count }: TermsReader): Uint32Array {
    const found = new Uint32Array(this.count);
    const bytes = this.#bytes;
    let foundCount = 0;
    let low = 0;
    for (let at = 0; at < this.count; at++) {
      const from = this.#offsets[at]!;
      const to = this.#offsets[at + 1]!;
      const compare = (ordinal: number): number =>
        compareBytes(allBytes, offsets[ordinal]!, offsets[ordinal + 1]!, bytes, from, to);
      let high = count;
      // The next one is near, the nearer the longer the list.
      for (let step = 1; low + step < high; step *= 2) {
        if (compare(low + step) < 0) low += step + 1;
        else high = low + step;
      }
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(middle) < 0) low = middle + 1;
        else high = middle;
      }
      if (low === count) break;
      if (compare(low) === 0) found[foundCount++] = low++;
    }
    return found.subarray(0, foundCount);
  }
}
