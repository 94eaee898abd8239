/** The form of the words that characters are mapped to (ICU's Collation): their tags, and the flags of contractions. */

/** Low bytes of words from here on say that a word is no element. */
export const SPECIAL = 0xc0;

/** What else is to be done: the lowest four bits of such a word (ICU's Collation.*_TAG). */
export const TAG = {
  fallback: 0,
  longPrimary: 1,
  longSecondary: 2,
  latinExpansion: 4,
  words: 5,
  elements: 6,
  prefix: 8,
  contraction: 9,
  digit: 10,
  zero: 11,
  hangul: 12,
  offset: 14,
  implicit: 15,
} as const;

/** The word of characters that the root must be asked for. */
export const FALLBACK = SPECIAL | TAG.fallback;

/** Flags of contractions: the character alone is none, all begin with marks, one ends with a mark. */
export const NO_SINGLE_MATCH = 0x100;
export const BEGINS_WITH_MARK = 0x200;
export const ENDS_WITH_MARK = 0x400;

/** The first byte of the weights of characters that have none of their own. */
export const UNASSIGNED_LEAD = 0xfe;
