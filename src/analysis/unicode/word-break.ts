/** Word break classes of code points as used by Lucene's StandardTokenizer (UAX #29 with additions). */
import { wordBreakRuns } from "./word-break-data.ts";

/** The classes. A code point has exactly one; the combined ones stand for code points with two properties. */
export const WordBreak = {
  other: 0,
  letter: 1,
  /** A letter of script Hangul. */
  hangul: 2,
  hebrew: 3,
  numeric: 4,
  katakana: 5,
  midLetter: 6,
  midNumberLetter: 7,
  midNumber: 8,
  singleQuote: 9,
  doubleQuote: 10,
  /** ExtendNumLet: the underscore and similar characters. */
  connector: 11,
  /** Extend, Format and ZWJ: attach to the preceding character. */
  extend: 12,
  han: 13,
  hiragana: 14,
  /** Line_Break = Complex_Context: Thai, Lao, Khmer, Myanmar … */
  complex: 15,
  complexExtend: 16,
  regionalIndicator: 17,
  emoji: 18,
  emojiLetter: 19,
  /** Emoji modifiers (skin tones); also Extend. */
  emojiModifier: 20,
} as const;

/** All code points from here on are `other`. */
const TABLE_END = 0xe0200;

let table: Uint8Array | undefined;

/** The classes of all code points below U+E0200, one byte each; made on first use. */
export function wordBreakClasses(): Uint8Array {
  if (table) return table;
  table = new Uint8Array(TABLE_END);
  let codePoint = 0;
  for (const [, letter, length] of wordBreakRuns.matchAll(/([A-Z])([0-9a-z]*)/g)) {
    const count = length ? Number.parseInt(length, 36) : 1;
    const value = letter!.charCodeAt(0) - 65;
    if (value !== 0) table.fill(value, codePoint, codePoint + count);
    codePoint += count;
  }
  return table;
}

/** The class of a code point; lone surrogates are `other`. */
export function wordBreakClass(codePoint: number): number {
  return codePoint < TABLE_END ? (table ?? wordBreakClasses())[codePoint]! : WordBreak.other;
}
