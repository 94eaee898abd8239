/** Shared parts of the filters that decompose compound words (Lucene's CompoundWordTokenFilterBase). */
import { illegalArgument } from "../../compat/errors.ts";
import type { Token } from "../analyzer.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";
import type { TokenFilter } from "../token-list.ts";
import { wordSet } from "../word-set.ts";

/** Sizes in UTF-16 units. */
export interface CompoundOptions {
  readonly minWordSize: number;
  readonly minSubwordSize: number;
  readonly maxSubwordSize: number;
  readonly onlyLongestMatch: boolean;
  readonly isWord: (text: string) => boolean;
}

export function compoundOptions(parameters: ComponentParameters): CompoundOptions {
  const words = parameters.words("word_list");
  if (words === undefined) {
    throw illegalArgument(
      `word_list must be provided for [${parameters.name}], either as a path to a file, or directly`,
    );
  }
  return {
    minWordSize: parameters.integer("min_word_size", 5),
    minSubwordSize: parameters.integer("min_subword_size", 2),
    maxSubwordSize: parameters.integer("max_subword_size", 15),
    onlyLongestMatch: parameters.boolean("only_longest_match", false),
    isWord: wordSet(words, parameters.boolean("word_list_case", false)),
  };
}

/** Keeps every token and adds, at its position, the parts that `partsOf` finds in it. */
export function compoundFilter(
  parameters: ComponentParameters,
  options: CompoundOptions,
  partsOf: (text: string) => readonly string[],
): TokenFilter {
  return {
    filter(list) {
      const tokens: Token[] = [];
      for (const token of list.tokens) {
        tokens.push(token);
        if (token.text.length < options.minWordSize) continue;
        for (const text of partsOf(token.text)) tokens.push({ ...token, text });
      }
      return { ...list, tokens };
    },
    forSynonyms: () => refuseSynonyms(parameters.name),
  };
}
