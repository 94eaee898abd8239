import type { JapaneseToken } from "../languages/japanese/japanese-token.ts";
import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import { ipadic } from "../languages/japanese/ipadic.ts";
import { type JapaneseMode, japaneseWords, type LatticeOptions } from "../languages/japanese/japanese-lattice.ts";
import { type NBestExample, nBestCostOf, nBestExamples } from "../languages/japanese/n-best-examples.ts";
import { japaneseUserDictionary } from "../languages/japanese/japanese-user-dictionary.ts";
import type { Tokenizer } from "../token-list.ts";

/** Lucene's JapaneseTokenizer. The dictionary is loaded for the first text. */
export function japaneseTokenizer(options: LatticeOptions): Tokenizer {
  return {
    tokenize(text) {
      const tokens: Token[] = [];
      let position = -1;
      let last = -1;
      for (const { start, end, word, table, positionLength } of japaneseWords(text, ipadic(), options)) {
        if (start !== last) position++;
        last = start;
        const token: Token = {
          text: text.slice(start, end),
          position,
          startOffset: start,
          endOffset: end,
          positionLength,
          type: "word",
        };
        if (word === undefined) {
          tokens.push(token);
          continue;
        }
        const known: JapaneseToken = { ...token, entry: { table, word } };
        tokens.push(known);
      }
      return { tokens, nextPosition: position + 1, endOffset: text.length };
    },
  };
}

/**
 * Like `japaneseTokenizer`, with the cost derived from examples: computed for the first text, when the dictionary is
 * loaded.
 */
function tokenizerByExamples(options: LatticeOptions, examples: readonly NBestExample[]): Tokenizer {
  let made: Tokenizer | undefined;
  return {
    tokenize(text) {
      made ??= japaneseTokenizer({
        ...options,
        nBestCost: Math.max(options.nBestCost, nBestCostOf(examples, ipadic(), options)),
      });
      return made.tokenize(text);
    },
  };
}

const modes = ["normal", "search", "extended"];

/** Reads `mode`. Any unknown value means the default, as in Elasticsearch. */
export function japaneseMode(mode: string | undefined): JapaneseMode {
  const lower = mode?.toLowerCase() ?? "search";
  return modes.includes(lower) ? (lower as JapaneseMode) : "search";
}

export const kuromojiTokenizer: TokenizerKind = {
  name: "kuromoji_tokenizer",
  summary: "Words of Japanese by a dictionary (needs the package kuromoji).",
  create(parameters) {
    const nBestCost = parameters.integer("nbest_cost", -1);
    const examples = nBestExamples(parameters.string("nbest_examples") ?? "");
    const options: LatticeOptions = {
      mode: japaneseMode(parameters.string("mode")),
      discardPunctuation: parameters.boolean("discard_punctuation", true),
      keepCompounds: !parameters.boolean("discard_compound_token", false),
      userDictionary: japaneseUserDictionary(parameters),
      nBestCost,
    };
    return examples.length === 0 ? japaneseTokenizer(options) : tokenizerByExamples(options, examples);
  },
};
