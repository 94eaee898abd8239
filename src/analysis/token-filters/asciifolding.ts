import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";
import { foldToAscii } from "../unicode/ascii-folding.ts";

/** Replaces non-ASCII letters, digits and symbols by their ASCII counterparts. */
export const asciifolding: TokenFilterKind = {
  name: "asciifolding",
  summary: "Turns characters beyond ASCII to their ASCII counterpart, where there is one.",
  normalizing: true,

  create(parameters) {
    const preserveOriginal = parameters.boolean("preserve_original", false);
    const folding = mapText(foldToAscii);
    if (!preserveOriginal) return folding;
    return {
      filter(list) {
        const tokens: Token[] = [];
        for (const token of list.tokens) {
          const text = foldToAscii(token.text);
          tokens.push(text === token.text ? token : { ...token, text });
          if (text !== token.text) tokens.push(token);
        }
        return { ...list, tokens };
      },
      // Synonym rules use only one form of each word.
      forSynonyms: () => folding,
    };
  },
};
