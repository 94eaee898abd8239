/** The format of the words that characters map to (ICU's Collation): tags, and flags of contractions. */

/** Words whose low byte is at least this are not collation elements. */
export const SPECIAL = 0xc0;

/** Instructions: the lowest four bits of such a word (ICU's Collation.*_TAG). */
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

/** The word for characters that fall back to the root. */
export const FALLBACK = SPECIAL | TAG.fallback;

/** Flags of contractions: the character alone does not match; all suffixes begin with marks; one ends with a mark. */
export const NO_SINGLE_MATCH = 0x100;
export const BEGINS_WITH_MARK = 0x200;
export const ENDS_WITH_MARK = 0x400;

/** The lead byte of the weights of unassigned characters. */
export const UNASSIGNED_LEAD = 0xfe;
