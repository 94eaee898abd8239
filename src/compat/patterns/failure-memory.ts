/**
 * Memory of failures: for each text position and program location known to fail, one bit, in pages allocated on demand.
 */
import { MAXIMUM_MEMORY } from "./pattern-limits.ts";

const PAGE_SHIFT = 10;
const PAGE = 1 << PAGE_SHIFT;

/** Memory of known failures. */
export class FailureMemory {
  readonly #slots: number;
  #pages: (Int32Array | undefined)[] = [];
  #rows = 0;
  #bytes = 0;
  /** Pages before this one are released. */
  #first = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Clears everything; the next text has `length` UTF-16 units. */
  reset(length: number): void {
    if (this.#pages.length > 0) this.#pages = [];
    this.#rows = Math.min(length + 1, PAGE);
    this.#bytes = 0;
    this.#first = 0;
  }

  /** Whether a slot is known to fail at a text position. */
  has(slot: number, at: number): boolean {
    const page = this.#pages[at >> PAGE_SHIFT];
    if (page === undefined) return false;
    const bit = (at & (PAGE - 1)) * this.#slots + slot;
    return ((page[bit >> 5]! >> (bit & 31)) & 1) === 1;
  }

  /** Records a failure; false when there is no room. */
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

  /** Releases memory for text before a position: searches continue after it. */
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
