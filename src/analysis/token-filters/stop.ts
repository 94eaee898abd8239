import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { englishStopWords, plainWords, stopWordsOf } from "../stop-words.ts";
import { mapTokens, type TokenFilter } from "../token-list.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Removes stop words, leaving holes. */
export function stopFilter(words: readonly string[], options: { ignoreCase: boolean }): TokenFilter {
  const fold = options.ignoreCase ? lowerText : (text: string) => text;
  const set = new Set(words.map(fold));
  return mapTokens((token) => (set.has(fold(token.text)) ? undefined : token));
}

/** Like `stopFilter`, with `ignore_case` and `remove_trailing`. */
function configuredStopFilter(parameters: ComponentParameters, words: readonly string[]): TokenFilter {
  const filter = stopFilter(words, { ignoreCase: parameters.boolean("ignore_case", false) });
  if (parameters.boolean("remove_trailing", true)) return filter;
  // Kept for suggesters: a trailing stop word may be the beginning of another word.
  return {
    filter(list) {
      const last = list.tokens.at(-1);
      const kept = filter.filter(list);
      if (last === undefined || kept.tokens.at(-1) === last) return kept;
      return { ...kept, tokens: [...kept.tokens, last] };
    },
  };
}

/**
 * The stop filter of a language with its own set: by default its words; `stopwords` may name this set, and no other.
 */
export function stopFilterWithSet(parameters: ComponentParameters, set: string, words: readonly string[]): TokenFilter {
  const named = plainWords(parameters, "stopwords")?.flatMap((word) => (word === set ? words : [word]));
  return configuredStopFilter(parameters, named ?? words);
}

/** Drops stop words. */
export const stop: TokenFilterKind = {
  name: "stop",
  summary: "Drops stop words.",
  create: (parameters) => configuredStopFilter(parameters, stopWordsOf(parameters, englishStopWords)),
};
