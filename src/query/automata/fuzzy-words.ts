/** The terms that match a fuzzy word, with their boosts (Lucene's `FuzzyTermsEnum`). */
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { EditDistance } from "./edit-distance.ts";
import { LONGEST_WORD, nearTerms, type NearTerms, type NearWord } from "./near-terms.ts";
import { nearTermsByKernel } from "./near-terms-by-kernel.ts";
import { beginsWith, prefixRange } from "./select-terms.ts";

/** Terms near a word. */
export interface FuzzyWords {
  /** The matching terms of a dictionary with their boosts. */
  readonly weigh: (terms: TermsReader) => WeighedTerms;
  readonly accepts: (term: Uint8Array) => boolean;
}

interface WeighedTerms {
  readonly ordinals: Uint32Array;
  /** The edits of each. */
  readonly edits: Uint8Array;
  readonly boosts: Float32Array;
}

/** How near a term must be. */
export interface Nearness {
  readonly edits: 0 | 1 | 2;
  readonly prefixLength: number;
  readonly transpositions: boolean;
  /** Called between terms; throws to stop. */
  readonly checkpoint?: (() => void) | undefined;
  /** The scratch slot that the thread has leased, for the kernel. */
  readonly slot?: number | undefined;
}

/** Terms compared between two calls of the checkpoint. */
const TERMS_PER_CHECKPOINT = 128;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The terms within the given number of edits of `word`. */
export function fuzzyWords(word: string, nearness: Nearness): FuzzyWords {
  // No term is this long: a character has at least one byte.
  if (word.length > 2 * (MAX_TERM_BYTES + nearness.edits)) return noWords;
  const points = pointsOf(word);
  const whole = new NearnessTest(points, nearness);
  return {
    accepts: (term) => whole.editsOf(term) <= nearness.edits,
    weigh(terms) {
      const near =
        points.length <= LONGEST_WORD ? nearestOf(terms, { points, ...nearness }, nearness) : whole.select(terms);
      return {
        ordinals: near.ordinals,
        edits: near.edits,
        boosts: boostsOf(terms, near.ordinals, points.length, (index) => near.edits[index]!),
      };
    },
  };
}

function nearestOf(terms: TermsReader, word: NearWord, { slot, checkpoint }: Nearness): NearTerms {
  const place = slot === undefined ? undefined : terms.inMemory?.();
  return slot !== undefined && place
    ? nearTermsByKernel(terms, place, slot, word, checkpoint)
    : nearTerms(terms, word, checkpoint);
}

const noWords: FuzzyWords = {
  accepts: () => false,
  weigh: () => ({ ordinals: new Uint32Array(0), edits: new Uint8Array(0), boosts: new Float32Array(0) }),
};

/** Compares terms with a word one by one. */
class NearnessTest {
  readonly #nearness: Nearness;
  /** Leading characters that must be the same. */
  readonly #prefix: Uint8Array;
  readonly #prefixLength: number;
  readonly #length: number;
  readonly #distance: EditDistance;

  constructor(points: readonly number[], nearness: Nearness) {
    this.#nearness = nearness;
    this.#prefixLength = Math.min(nearness.prefixLength, points.length);
    this.#prefix = encoder.encode(textOf(points.slice(0, this.#prefixLength)));
    this.#length = points.length;
    this.#distance = new EditDistance(points.slice(this.#prefixLength), nearness.edits, nearness.transpositions);
  }

  /** The edits of a term; limit + 1 stands for "more than allowed". */
  editsOf(term: Uint8Array): number {
    const { edits } = this.#nearness;
    // A character has one to four bytes.
    if (term.length < this.#length - edits || term.length > 4 * (this.#length + edits)) return edits + 1;
    if (!beginsWith(term, this.#prefix)) return edits + 1;
    return this.#distance.to(pointsOf(decoder.decode(term)), this.#prefixLength);
  }

  select(terms: TermsReader): { ordinals: Uint32Array; edits: Uint8Array } {
    const { edits, checkpoint } = this.#nearness;
    const { from, to } = prefixRange(terms, this.#prefix);
    const ordinals: number[] = [];
    const away: number[] = [];
    for (let ordinal = from; ordinal < to; ordinal++) {
      if ((ordinal - from) % TERMS_PER_CHECKPOINT === TERMS_PER_CHECKPOINT - 1) checkpoint?.();
      const distance = this.editsOf(terms.bytes(ordinal));
      if (distance > edits) continue;
      ordinals.push(ordinal);
      away.push(distance);
    }
    return { ordinals: Uint32Array.from(ordinals), edits: Uint8Array.from(away) };
  }
}

function pointsOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function textOf(points: readonly number[]): string {
  return points.map((point) => String.fromCodePoint(point)).join("");
}

/** 1 - edits / length of the shorter word, in characters, 0 at least; the word itself has boost 1. */
function boostsOf(
  terms: TermsReader,
  ordinals: Uint32Array,
  length: number,
  editsOf: (index: number) => number,
): Float32Array {
  return Float32Array.from(ordinals, (ordinal, index) => {
    const edits = editsOf(index);
    return edits === 0 ? 1 : Math.max(0, 1 - Math.fround(edits / Math.min(length, characterCount(terms, ordinal))));
  });
}

function characterCount({ allBytes, offsets }: TermsReader, ordinal: number): number {
  let count = 0;
  for (let at = offsets[ordinal]!; at < offsets[ordinal + 1]!; at++) if (allBytes[at]! >>> 6 !== 0b10) count++;
  return count;
}
