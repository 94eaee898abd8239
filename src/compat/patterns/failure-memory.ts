/**
 * Remembers where in a text which place of a program cannot match: a bit for each, in pages that are made when they are
 * needed.
 */
import { MAXIMUM_MEMORY } from "./pattern-limits.ts";

const PAGE_SHIFT = 10;
const PAGE = 1 << PAGE_SHIFT;

/** See the file comment. */
export class FailureMemory {
  readonly #slots: number;
  #pages: (Int32Array | undefined)[] = [];
  #rows = 0;
  #bytes = 0;
  /** Pages before this one are given up. */
  #first = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Forgets everything; the next text has so many units. */
  reset(length: number): void {
    if (this.#pages.length > 0) this.#pages = [];
    this.#rows = Math.min(length + 1, PAGE);
    this.#bytes = 0;
    this.#first = 0;
  }

  /** Whether a slot is known to fail at a place. */
  has(slot: number, at: number): boolean {
    const page = this.#pages[at >> PAGE_SHIFT];
    if (page === undefined) return false;
    const bit = (at & (PAGE - 1)) * this.#slots + slot;
    return ((page[bit >> 5]! >> (bit & 31)) & 1) === 1;
  }

  /** Remembers a failure; answers false when there is no room. */
  add(slot: number, at: number): boolean {
    const number = at >> PAGE_SHIFT;
    let page = this.#pages[number];
    if (page === undefined) {
      const words = ((this.#rows * this.#slots) >> 5) + 1;
      this.#bytes += words * 4;
      if (this.#bytes > MAXIMUM_MEMORY) return false;
      while (this.#pages.length <= number) this.#pages.push(undefined);
      page = new Int32Array(words);
      this.#pages[number] = page;
    }
    const bit = (at & (PAGE - 1)) * this.#slots + slot;
    page[bit >> 5]! |= 1 << (bit & 31);
    return true;
  }

  /** Gives up what stands before a place: searches go on behind it. */
  forgetBefore(at: number): void {
    const first = at >> PAGE_SHIFT;
    for (; this.#first < first && this.#first < this.#pages.length; this.#first++) {
      const page = this.#pages[this.#first];
      if (page === undefined) continue;
      this.#bytes -= page.byteLength;
      this.#pages[this.#first] = undefined;
    }
  }
}
