/** Marks that a contraction skipped and that are read again after it (ICU's CollationIterator.SkippedState). */
import type { UnitTrie } from "./unit-trie.ts";

/** A queue of code points in order. */
export class SkippedMarks {
  /** Marks waiting to be read, and marks skipped by the current contraction. */
  #waiting: number[] = [];
  #newly: number[] = [];
  /** Index of the next mark; beyond the last: the number of characters of the text read after the marks. */
  #position = 0;
  /** Number of skipped marks at the last match. */
  #atMatch = 0;
  #triePosition = -1;
  #trieRemaining = -1;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get hasNext(): boolean {
    return this.#position < this.#waiting.length;
  }

  clear(): void {
    if (this.#waiting.length > 0) this.#waiting = [];
    this.#position = 0;
  }

  next(): number {
    return this.#waiting[this.#position++]!;
  }

  /** Counts a character of the text read after the marks. */
  countBeyond(): void {
    this.#position++;
  }

  /** Moves back; returns how many of these characters belong to the text. */
  back(count: number): number {
    const beyond = Math.max(0, this.#position - this.#waiting.length);
    this.#position -= count;
    return Math.min(beyond, count);
  }

  setFirst(codePoint: number): void {
    this.#atMatch = 0;
    this.#newly = [codePoint];
  }

  skip(codePoint: number): void {
    this.#newly.push(codePoint);
  }

  recordMatch(): void {
    this.#atMatch = this.#newly.length;
  }

  /** Replaces the marks that were read by those that were skipped. */
  replaceMatch(): void {
    this.#waiting = [...this.#newly.slice(0, this.#atMatch), ...this.#waiting.slice(this.#position)];
    this.#position = 0;
  }

  save(trie: UnitTrie): void {
    this.#triePosition = trie.position;
    this.#trieRemaining = trie.remaining;
  }

  restore(trie: UnitTrie): void {
    trie.position = this.#triePosition;
    trie.remaining = this.#trieRemaining;
  }
}
