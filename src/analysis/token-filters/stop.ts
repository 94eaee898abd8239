import type { TokenFilterKind } from "../component.ts";
import { englishStopWords, stopWordsOf } from "../stop-words.ts";
import { mapTokens, type TokenFilter } from "../token-list.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Removes stop words, leaving holes. */
export function stopFilter(words: readonly string[], options: { ignoreCase: boolean }): TokenFilter {
  const fold = options.ignoreCase ? lowerText : (text: string) => text;
  const set = new Set(words.map(fold));
  return mapTokens((token) => (set.has(fold(token.text)) ? undefined : token));
}

/** Drops stop words. */
export const stop: TokenFilterKind = {
  name: "stop",
  summary: "Drops stop words.",

  create(parameters) {
    const filter = stopFilter(stopWordsOf(parameters, englishStopWords), { ignoreCase: parameters.boolean("ignore_case", false) });
    if (parameters.boolean("remove_trailing", true)) return filter;
    // Kept for suggestions: a stop word that ends the text may be the beginning of another word.
    return {
      filter(list) {
        const last = list.tokens.at(-1);
        const kept = filter.filter(list);
        if (last === undefined || kept.tokens.at(-1) === last) return kept;
        return { ...kept, tokens: [...kept.tokens, last] };
      },
    };
  },
};
