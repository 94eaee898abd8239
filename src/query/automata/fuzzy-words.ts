/** The terms that a fuzzy word stands for, and how much each of them counts (Lucene's `FuzzyTermsEnum`). */
import type { TermsReader } from "../../segment/segment-reader.ts";
import { acceptsBytes, type ByteAutomaton } from "../../core/automata/byte-automaton.ts";
import { editDistance, levenshteinAutomaton } from "./levenshtein.ts";
import { LONGEST_WORD, nearTerms } from "./near-terms.ts";
import { selectTerms } from "./select-terms.ts";

/** Terms near a word. */
export interface FuzzyWords {
  /** The terms of a dictionary with their factors. */
  readonly weigh: (terms: TermsReader) => { ordinals: Uint32Array; boosts: Float32Array };
  readonly accepts: (term: Uint8Array) => boolean;
}

/** What stands for `word` within `edits` edits. */
export function fuzzyWords(word: string, edits: 0 | 1 | 2, options: { prefixLength: number; transpositions: boolean }): FuzzyWords {
  const { prefixLength, transpositions } = options;
  const points = Array.from(word, (character) => character.codePointAt(0) ?? 0);
  let automaton: ByteAutomaton | undefined;
  const whole = (): ByteAutomaton => (automaton ??= levenshteinAutomaton(word, edits, prefixLength, transpositions));
  return {
    accepts: (term) => acceptsBytes(whole(), term),
    weigh(terms) {
      if (points.length <= LONGEST_WORD) {
        const near = nearTerms(terms, { points, edits, prefixLength, transpositions });
        return { ordinals: near.ordinals, boosts: boostsOf(terms, near.ordinals, points.length, (index) => near.edits[index]!) };
      }
      const ordinals = selectTerms(terms, whole());
      const away = (index: number): number => editDistance(word, terms.text(ordinals[index]!), transpositions);
      return { ordinals, boosts: boostsOf(terms, ordinals, points.length, away) };
    },
  };
}

/** 1 - edits / length of the shorter word, in characters; exactly the word counts whole. */
function boostsOf(terms: TermsReader, ordinals: Uint32Array, length: number, editsOf: (index: number) => number): Float32Array {
  return Float32Array.from(ordinals, (ordinal, index) => {
    const edits = editsOf(index);
    return edits === 0 ? 1 : 1 - Math.fround(edits / Math.min(length, characterCount(terms, ordinal)));
  });
}

function characterCount({ allBytes, offsets }: TermsReader, ordinal: number): number {
  let count = 0;
  for (let at = offsets[ordinal]!; at < offsets[ordinal + 1]!; at++) if (allBytes[at]! >>> 6 !== 0b10) count++;
  return count;
}
