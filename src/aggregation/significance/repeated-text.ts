/** Texts that repeat: runs of words that were read before (Elasticsearch's `DeDuplicatingTokenFilter`). */

/** Words in a row that make a repetition. */
const RUN = 6;
/** Bytes of a run that is remembered, roughly. */
const RUN_BYTES = 160;
/** As many runs are remembered. */
const MOST_RUNS = 1_000_000;

export class RepeatedText {
  readonly #runs = new Set<string>();
  readonly #reserve: (bytes: number) => void;

  constructor(reserve: (bytes: number) => void) {
    this.#reserve = reserve;
  }

  /** The words that are part of no run that occurred before, in this text or in an earlier one. */
  without(words: readonly string[]): string[] {
    const repeated = new Uint8Array(words.length);
    for (let at = 0; at + RUN <= words.length; at++) {
      const run = words.slice(at, at + RUN).join("\0");
      if (this.#runs.has(run)) repeated.fill(1, at, at + RUN);
      else if (this.#runs.size < MOST_RUNS) {
        this.#runs.add(run);
        this.#reserve(RUN_BYTES);
      }
    }
    return words.filter((_, at) => repeated[at] === 0);
  }
}
