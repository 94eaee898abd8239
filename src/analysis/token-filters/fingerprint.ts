import type { TokenFilterKind } from "../component.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";
import type { TokenFilter } from "../token-list.ts";

/** Default of `max_output_size`, in UTF-16 units. */
export const DEFAULT_FINGERPRINT_SIZE = 255;

/**
 * Joins the distinct tokens, sorted, into one, which is dropped if longer than `maxSize` units (Lucene's
 * FingerprintFilter).
 */
export function fingerprintFilter(separator: string, maxSize: number): TokenFilter {
  return {
    filter(list) {
      const words = [...new Set(list.tokens.map((token) => token.text))];
      const size = words.reduce((sum, word) => sum + word.length, Math.max(0, words.length - 1));
      // Lucene's end() repeats the token's increment even if there is no token.
      if (words.length === 0 || size > maxSize) return { ...list, tokens: [], nextPosition: 1 };
      // By UTF-16 units, as Java compares characters.
      const text = words.sort().join(separator);
      const token = {
        text,
        position: 0,
        startOffset: 0,
        endOffset: list.endOffset,
        positionLength: 1,
        type: "fingerprint",
      };
      return { ...list, tokens: [token], nextPosition: 2 };
    },
  };
}

export const fingerprint: TokenFilterKind = {
  name: "fingerprint",
  summary: "Joins the sorted distinct tokens to one token.",

  create(parameters) {
    const separator = (parameters.string("separator") ?? " ").charAt(0);
    return {
      ...fingerprintFilter(separator, parameters.integer("max_output_size", DEFAULT_FINGERPRINT_SIZE)),
      forSynonyms: () => refuseSynonyms(parameters.name),
    };
  },
};
