/**
 * Words by which main cancels calls that run on another thread: one shared block per lane, created with the thread. A
 * shared buffer in every message would cost more than the rest of a cheap search.
 */

/** Maximum calls of a lane that can be cancelled at the same time; further calls cannot be cancelled. */
const WORDS = 4096;

/** The words of one lane. */
export class ControlWords {
  readonly buffer = new SharedArrayBuffer(WORDS * 4);
  readonly #words = new Int32Array(this.buffer);
  readonly #free = Array.from({ length: WORDS }, (_, place) => WORDS - 1 - place);

  /** Takes a word and sets it to "running"; -1 when all are in use. */
  take(): number {
    const word = this.#free.pop() ?? -1;
    if (word >= 0) Atomics.store(this.#words, word, 0);
    return word;
  }

  cancel(word: number): void {
    if (word >= 0) Atomics.store(this.#words, word, 1);
  }

  give(word: number): void {
    if (word >= 0) this.#free.push(word);
  }
}

/** The word as the lane's thread polls it. */
export function controlWord(buffer: SharedArrayBuffer, word: number): Int32Array | undefined {
  return word < 0 ? undefined : new Int32Array(buffer, word * 4, 1);
}
