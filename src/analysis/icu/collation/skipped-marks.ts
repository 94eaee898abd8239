/** Marks that a contraction skipped, and that are read again behind it (ICU's CollationIterator.SkippedState). */
import type { UnitTrie } from "./unit-trie.ts";

/** See the file comment. Code points, in order. */
export class SkippedMarks {
  /** Marks that wait to be read; and those that the current contraction skips. */
  #waiting: number[] = [];
  #newly: number[] = [];
  /** Where the next one is read; beyond the last: how many characters of the text were read behind them. */
  #position = 0;
  /** How many had been skipped at the last match. */
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

  /** One more character of the text was read behind the marks. */
  countBeyond(): void {
    this.#position++;
  }

  /** Goes back; answers how many characters of the text are among them. */
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

  /** Puts what was skipped in place of what was read. */
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
