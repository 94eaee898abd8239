/**
 * Finds the terms of a dictionary within a number of edits of a word. The dictionary is walked as a tree. At each byte
 * all ways to read the word so far are kept at once: one row of bits for each number of edits used, where bit i means
 * "i characters of the word are read" (the automaton of Wu and Manber).
 */
import { runEnd, runStart, type TermBytes } from "./term-runs.ts";

/** A row is a word of 32 bits, and a swap looks two bits ahead. */
export const LONGEST_WORD = 29;

/** What terms are compared with. */
export interface NearWord {
  /** Code points; at most 29. */
  readonly points: readonly number[];
  readonly edits: 0 | 1 | 2;
  /** Leading characters that must be the same. */
  readonly prefixLength: number;
  /** Whether swapping two neighbours is one edit. */
  readonly transpositions: boolean;
}

/** Ascending ordinals, and the number of edits of each term. */
export interface NearTerms {
  readonly ordinals: Uint32Array;
  readonly edits: Uint8Array;
}

/** Finds the terms; `checkpoint` is called every few thousand steps. */
export function nearTerms(
  terms: TermBytes & { readonly count: number },
  word: NearWord,
  checkpoint: () => void = () => undefined,
): NearTerms {
  const walk = new NearWalk(terms, word, checkpoint);
  walk.start(terms.count);
  return { ordinals: Uint32Array.from(walk.ordinals), edits: Uint8Array.from(walk.edits) };
}

const ASCII = 128;
/** Runs up to this length are scanned even when only a few characters can follow. */
const SHORT_RUN = 8;
/** Characters read between two calls of the checkpoint. */
const STEPS_PER_CHECKPOINT = 1024;
const encoder = new TextEncoder();

class NearWalk {
  readonly ordinals: number[] = [];
  readonly edits: number[] = [];
  readonly #terms: TermBytes;
  readonly #checkpoint: () => void;
  #stepsLeft = STEPS_PER_CHECKPOINT;
  readonly #rest: readonly number[];
  readonly #prefix: Uint8Array;
  readonly #limit: number;
  /** For each character, the positions of the word where it stands, as bits. */
  readonly #ascii = new Int32Array(ASCII);
  readonly #others = new Map<number, number>();
  /** All bits of a row that are in use. */
  readonly #mask: number;
  /** The bit that means "the whole word is read". */
  readonly #last: number;
  readonly #swaps: number;
  /** Whether the rest of the word is ASCII, so that a byte is a character. */
  readonly #plain: boolean;
  // The state after the last step; read by the caller at once.
  #row0 = 0;
  #row1 = 0;
  #row2 = 0;
  #swap0 = 0;
  #swap1 = 0;

  constructor(terms: TermBytes, word: NearWord, checkpoint: () => void) {
    this.#terms = terms;
    this.#checkpoint = checkpoint;
    const kept = Math.min(word.prefixLength, word.points.length);
    this.#prefix = encoder.encode(String.fromCodePoint(...word.points.slice(0, kept)));
    this.#rest = word.points.slice(kept);
    this.#limit = word.edits;
    this.#swaps = word.transpositions ? -1 : 0;
    this.#last = 1 << this.#rest.length;
    this.#mask = (this.#last << 1) - 1;
    this.#plain = this.#rest.every((point) => point < ASCII);
    this.#rest.forEach((point, at) => {
      if (point < ASCII) this.#ascii[point]! |= 1 << at;
      else this.#others.set(point, (this.#others.get(point) ?? 0) | (1 << at));
    });
  }

  start(count: number): void {
    let low = 0;
    let high = count;
    for (let depth = 0; depth < this.#prefix.length && low < high; depth++) {
      // The term that ends at this depth is too short; it stands first in the run.
      if (this.#lengthOf(low) === depth) low++;
      low = runStart(this.#terms, low, high, depth, this.#prefix[depth]!);
      high = runStart(this.#terms, low, high, depth, this.#prefix[depth]! + 1);
    }
    const row1 = this.#limit > 0 ? 0b10 & this.#mask : 0;
    const row2 = this.#limit > 1 ? 0b100 & this.#mask : 0;
    this.#descend(low, high, this.#prefix.length, 0, 1, row1, row2, 0, 0);
  }

  #lengthOf(ordinal: number): number {
    const { offsets } = this.#terms;
    return offsets[ordinal + 1]! - offsets[ordinal]!;
  }

  /** Terms `low .. high - 1` share `depth` bytes; the last character among them still lacks `open` bytes. */
  #descend(
    low: number,
    high: number,
    depth: number,
    open: number,
    row0: number,
    row1: number,
    row2: number,
    swap0: number,
    swap1: number,
  ): void {
    const { allBytes, offsets } = this.#terms;
    let at = low;
    if (at < high && this.#lengthOf(at) === depth) {
      if (open === 0) this.#take(at, row0, row1, row2);
      at++;
    }
    if (open === 0 && this.#plain && high - at > SHORT_RUN && this.#allUsed(row0, row1)) {
      this.#descendExactly(at, high, depth, row0, row1, row2, swap0, swap1);
      return;
    }
    while (at < high) {
      const end = runEnd(this.#terms, at, high, depth);
      this.#enter(at, end, depth, open, allBytes[offsets[at]! + depth]!, row0, row1, row2, swap0, swap1);
      at = end;
    }
  }

  /** Whether every way has used up its edits. */
  #allUsed(row0: number, row1: number): boolean {
    return this.#limit === 2 ? (row0 | row1) === 0 : this.#limit === 0 || row0 === 0;
  }

  /** Without edits left, only the next characters of the word can follow: searches for them in byte order. */
  #descendExactly(
    low: number,
    high: number,
    depth: number,
    row0: number,
    row1: number,
    row2: number,
    swap0: number,
    swap1: number,
  ): void {
    const { allBytes, offsets } = this.#terms;
    const places = (row0 | row1 | row2 | swap0 | swap1) & (this.#mask >>> 1);
    let at = low;
    for (let after = -1; at < high;) {
      const byte = this.#nextCharacter(places, after);
      if (byte === ASCII) return;
      at = runStart(this.#terms, at, high, depth, byte);
      if (at < high && allBytes[offsets[at]! + depth] === byte) {
        const end = runEnd(this.#terms, at, high, depth);
        this.#enter(at, end, depth, 0, byte, row0, row1, row2, swap0, swap1);
        at = end;
      }
      after = byte;
    }
  }

  /** The least character of the word greater than `after` that stands at one of `places`; 128 when there is none. */
  #nextCharacter(places: number, after: number): number {
    let least = ASCII;
    for (let left = places; left !== 0; left &= left - 1) {
      const point = this.#rest[31 - Math.clz32(left & -left)]!;
      if (point > after && point < least) least = point;
    }
    return least;
  }

  /** Reads one byte. */
  #enter(
    low: number,
    high: number,
    depth: number,
    open: number,
    byte: number,
    row0: number,
    row1: number,
    row2: number,
    swap0: number,
    swap1: number,
  ): void {
    if (--this.#stepsLeft === 0) {
      this.#stepsLeft = STEPS_PER_CHECKPOINT;
      this.#checkpoint();
    }
    if (byte < ASCII) {
      this.#step(this.#ascii[byte]!, row0, row1, row2, swap0, swap1);
    } else {
      const more = continuationBytes(byte, open);
      if (more > 0) return this.#descend(low, high, depth + 1, more, row0, row1, row2, swap0, swap1);
      this.#step(this.#others.get(this.#pointEndingAt(low, depth)) ?? 0, row0, row1, row2, swap0, swap1);
    }
    if ((this.#row0 | this.#row1 | this.#row2) === 0 && (this.#swap0 | this.#swap1) === 0) return;
    this.#descend(low, high, depth + 1, 0, this.#row0, this.#row1, this.#row2, this.#swap0, this.#swap1);
  }

  /**
   * Reads one character, which stands at `places` of the word: as a match, an insertion, a replacement, after a
   * deletion, or as part of a swap.
   */
  #step(places: number, row0: number, row1: number, row2: number, swap0: number, swap1: number): void {
    const mask = this.#mask;
    const swaps = (places >>> 1) & this.#swaps;
    const next0 = ((row0 & places) << 1) & mask;
    this.#row0 = next0;
    if (this.#limit === 0) return;
    const next1 = (((row1 & places) << 1) | row0 | (row0 << 1) | (next0 << 1) | ((swap0 & places) << 2)) & mask;
    this.#row1 = next1;
    this.#swap0 = row0 & swaps;
    if (this.#limit === 1) return;
    this.#row2 = (((row2 & places) << 1) | row1 | (row1 << 1) | (next1 << 1) | ((swap1 & places) << 2)) & mask;
    this.#swap1 = row1 & swaps;
  }

  #take(ordinal: number, row0: number, row1: number, row2: number): void {
    const last = this.#last;
    if (((row0 | row1 | row2) & last) === 0) return;
    this.ordinals.push(ordinal);
    this.edits.push((row0 & last) !== 0 ? 0 : (row1 & last) !== 0 ? 1 : 2);
  }

  /** The code point whose last byte is byte `depth` of a term. */
  #pointEndingAt(ordinal: number, depth: number): number {
    const { allBytes, offsets } = this.#terms;
    const end = offsets[ordinal]! + depth;
    let at = end;
    let point = 0;
    for (let shift = 0; ; shift += CONTINUATION_BITS, at--) {
      const byte = allBytes[at]!;
      if (byte >>> CONTINUATION_BITS !== 0b10) return point | ((byte & (0x3f >>> (end - at))) << shift);
      point |= (byte & 0x3f) << shift;
    }
  }
}

const CONTINUATION_BITS = 6;

/** The number of bytes of the same character that follow this byte; `open`: that number before it. */
function continuationBytes(byte: number, open: number): number {
  if (open > 0) return open - 1;
  return byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
}
