/**
 * Hashes of the terms of a dictionary, each made when it is first needed and kept as long as the dictionary is read.
 */
import type { TermsReader } from "../../segment/segment-reader.ts";
import { hashRange, type HashTarget } from "./hash64.ts";

/** Larger dictionaries are hashed anew each time: 32 MB are enough for one field of a segment. */
const MOST_KEPT = 1 << 22;
const kept = new WeakMap<TermsReader, Int32Array>();

export class TermHashes {
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  /** Two words a term; both 0 where it was not hashed yet. */
  readonly #words: Int32Array | undefined;

  /** `reserve` is called before hashes are kept that nobody has kept yet. */
  constructor(terms: TermsReader, reserve: (bytes: number) => void) {
    this.#bytes = terms.allBytes;
    this.#offsets = terms.offsets;
    if (terms.count > MOST_KEPT) return;
    let words = kept.get(terms);
    if (!words) {
      reserve(2 * terms.count * Int32Array.BYTES_PER_ELEMENT);
      kept.set(terms, (words = new Int32Array(2 * terms.count)));
    }
    this.#words = words;
  }

  /** Gives the hash of a term to a counter. */
  add(ordinal: number, target: HashTarget): void {
    const words = this.#words;
    if (words) {
      const high = words[2 * ordinal]!;
      const low = words[2 * ordinal + 1]!;
      if ((high | low) !== 0) return target.add(high, low);
      keeper.words = words;
      keeper.at = 2 * ordinal;
      hashRange(this.#bytes, this.#offsets[ordinal]!, this.#offsets[ordinal + 1]!, keeper);
      return target.add(words[2 * ordinal]!, words[2 * ordinal + 1]!);
    }
    hashRange(this.#bytes, this.#offsets[ordinal]!, this.#offsets[ordinal + 1]!, target);
  }
}

/** Writes a hash into an array. */
const keeper: { words: Int32Array; at: number } & HashTarget = {
  words: new Int32Array(2),
  at: 0,
  add(high: number, low: number): void {
    this.words[this.at] = high;
    this.words[this.at + 1] = low;
  },
};
