/** Finds the parts of a word (Lucene's WordDelimiterIterator). */
import { ALPHA, type CharacterTypes, DELIMITER, DIGIT, LOWER, UPPER } from "./character-types.ts";

/** Where words are split. */
export interface PartOptions {
  readonly types: CharacterTypes;
  readonly splitOnCaseChange: boolean;
  readonly splitOnNumerics: boolean;
  readonly stemEnglishPossessive: boolean;
}

/** A part of a word: units `from` to `to`. */
export interface WordPart {
  readonly from: number;
  readonly to: number;
  /** ALPHA, DIGIT or ALPHANUM. */
  readonly type: number;
}

/** The parts of a word. */
export interface WordParts {
  readonly parts: readonly WordPart[];
  /** Whether there is only one part, surrounded only by delimiters and a possessive. */
  readonly single: boolean;
}

export function wordParts(text: string, options: PartOptions): WordParts {
  const { types } = options;
  const isDelimiter = (at: number): boolean => (types.of(text.charCodeAt(at)) & DELIMITER) !== 0;
  let start = 0;
  let limit = text.length;
  while (start < limit && isDelimiter(start)) start++;
  while (limit > start && isDelimiter(limit - 1)) limit--;
  /** Whether a possessive `'s` after a letter ends at `at`. */
  const endsPossessive = (at: number): boolean =>
    options.stemEnglishPossessive &&
    at > 2 &&
    text[at - 2] === "'" &&
    (text[at - 1] === "s" || text[at - 1] === "S") &&
    (types.of(text.charCodeAt(at - 3)) & ALPHA) !== 0 &&
    (at === limit || isDelimiter(at));

  const parts: WordPart[] = [];
  for (let at = start; ;) {
    while (at < limit && isDelimiter(at)) at++;
    if (at >= limit) break;
    const first = types.of(text.charCodeAt(at));
    let last = first;
    let end = at + 1;
    for (; end < limit; end++) {
      const type = types.of(text.charCodeAt(end));
      if (isBreak(last, type, options)) break;
      last = type;
    }
    parts.push({ from: at, to: end, type: first === LOWER || first === UPPER ? ALPHA : first });
    at = end < limit - 1 && endsPossessive(end + 2) ? end + 2 : end;
  }
  const [only] = parts;
  const whole = endsPossessive(limit) ? limit - 2 : limit;
  return { parts, single: only !== undefined && only.from === start && only.to === whole };
}

function isBreak(last: number, type: number, options: PartOptions): boolean {
  if ((last & type) !== 0) return false;
  const letters = (last & ALPHA) !== 0 && (type & ALPHA) !== 0;
  if (letters && (!options.splitOnCaseChange || (last & UPPER) !== 0)) return false;
  const mixed = ((last & ALPHA) !== 0 && (type & DIGIT) !== 0) || ((last & DIGIT) !== 0 && (type & ALPHA) !== 0);
  return !mixed || options.splitOnNumerics;
}
