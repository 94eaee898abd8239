import { illegalArgument } from "../../compat/errors.ts";
import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import { namedWords } from "../stop-words.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";
import type { TokenList } from "../token-list.ts";
import { wordSet } from "../word-set.ts";

const GRAM = "gram";

/** Adds bigrams of adjacent words of which one is frequent (Lucene's CommonGramsFilter). */
export const commonGrams: TokenFilterKind = {
  name: "common_grams",
  byName: { common_words: [] },
  summary: "Joins frequent words with their neighbours, so that phrases with them stay fast.",

  create(parameters) {
    const words = namedWords(parameters, "common_words");
    if (words === undefined) {
      throw illegalArgument(
        "missing or empty [common_words] or [common_words_path] configuration for common_grams token filter",
      );
    }
    const isCommon = wordSet(words, parameters.boolean("ignore_case", false));
    const queryMode = parameters.boolean("query_mode", false);
    return {
      filter(list) {
        const grams = withGrams(list, isCommon);
        return queryMode ? onlyGrams(grams) : grams;
      },
      forSynonyms: () => refuseSynonyms(parameters.name),
    };
  },
};

function withGrams(list: TokenList, isCommon: (text: string) => boolean): TokenList {
  const tokens: Token[] = [];
  let previous: Token | undefined;
  let lastWasCommon = false;
  for (const token of list.tokens) {
    const common = isCommon(token.text);
    if (previous && (lastWasCommon || common)) {
      tokens.push({
        text: `${previous.text}_${token.text}`,
        position: tokens.at(-1)!.position,
        startOffset: previous.startOffset,
        endOffset: token.endOffset,
        positionLength: 2,
        type: GRAM,
      });
    }
    tokens.push(token);
    previous = token;
    lastWasCommon = common;
  }
  return { ...list, tokens };
}

/** For queries: drops words that are part of a bigram (Lucene's CommonGramsQueryFilter). */
function onlyGrams(list: TokenList): TokenList {
  const tokens: Token[] = [];
  let position = -1;
  let before = -1;
  for (const [index, token] of list.tokens.entries()) {
    const increment = token.type === GRAM ? 1 : token.position - before;
    before = token.position;
    if (token.type !== GRAM && list.tokens[index + 1]?.type === GRAM) continue;
    // The word after the last bigram is part of it.
    if (index > 0 && index === list.tokens.length - 1 && token.type !== GRAM && list.tokens[index - 1]!.type === GRAM)
      continue;
    position += increment;
    tokens.push(token.type === GRAM ? { ...token, position, positionLength: 1 } : { ...token, position });
  }
  return { ...list, tokens, nextPosition: position + 1 + (list.nextPosition - before - 1) };
}
