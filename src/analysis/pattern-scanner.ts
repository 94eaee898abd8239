/**
 * Matches a pattern of Lucene's dialect in a text like Lucene's pattern tokenizers: character by character, backing up
 * by at most one.
 */
import { type ByteAutomaton, DEAD } from "../core/automata/byte-automaton.ts";
import { ALL_FLAGS } from "../compat/regexp/regexp-flags.ts";
import { regexpAutomaton } from "../compat/regexp/regexp-pattern.ts";
import { DEFAULT_WORK_LIMIT } from "../core/automata/work-limit.ts";

/** Special results: no match; or `RAN_OUT` when the text ended before the pattern did. */
export const NO_MATCH = -1;
export const RAN_OUT = -2;

/** A compiled pattern. Throws 400 in Lucene's words for an invalid one. */
export class PatternScanner {
  readonly #automaton: ByteAutomaton;

  constructor(pattern: string) {
    this.#automaton = regexpAutomaton(pattern, { flags: ALL_FLAGS, maxDeterminizedStates: DEFAULT_WORK_LIMIT });
  }

  /** End of the longest match from `from` on; at least one character long. */
  longestMatch(text: string, from: number): number {
    const automaton = this.#automaton;
    let longest = NO_MATCH;
    let state = automaton.start;
    for (let at = from; at < text.length;) {
      const codePoint = pairAt(text, at);
      state = this.#step(state, codePoint);
      if (state === DEAD) return longest;
      at = behindCharacter(text, at);
      if (automaton.accepts(state)) longest = at;
    }
    return longest === NO_MATCH ? RAN_OUT : longest;
  }

  /** Whether a match may begin at an offset. */
  mayBegin(text: string, at: number): boolean {
    return this.#step(this.#automaton.start, pairAt(text, at)) !== DEAD;
  }

  #step(from: number, codePoint: number): number {
    const automaton = this.#automaton;
    if (codePoint < 0x80) return automaton.step(from, codePoint);
    if (codePoint < 0x800) return this.#tail(automaton.step(from, 0xc0 | (codePoint >> 6)), codePoint, 0);
    if (codePoint < 0x10000) return this.#tail(automaton.step(from, 0xe0 | (codePoint >> 12)), codePoint, 6);
    return this.#tail(automaton.step(from, 0xf0 | (codePoint >> 18)), codePoint, 12);
  }

  #tail(from: number, codePoint: number, shift: number): number {
    let state = from;
    for (let bits = shift; bits >= 0 && state !== DEAD; bits -= 6)
      state = this.#automaton.step(state, 0x80 | ((codePoint >> bits) & 0x3f));
    return state;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The character at an offset. A high surrogate is paired with whatever follows, as in Lucene. */
function pairAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (!isHighSurrogate(unit)) return unit;
  const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0xffff;
  return 0x10000 + ((unit - 0xd800) << 10) + next - 0xdc00;
}

/** Index after the character at an offset. */
export function behindCharacter(text: string, at: number): number {
  return Math.min(at + (isHighSurrogate(text.charCodeAt(at)) ? 2 : 1), text.length);
}
