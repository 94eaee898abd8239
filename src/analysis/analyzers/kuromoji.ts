import type { AnalyzerKind } from "../component.ts";
import { baseFormFilter, katakanaStemFilter, partOfSpeechFilter } from "../languages/japanese/japanese-filters.ts";
import { japaneseUserDictionary } from "../languages/japanese/japanese-user-dictionary.ts";
import { tokenizePlainWidth } from "../languages/japanese/plain-width.ts";
import { japaneseStopTags } from "../languages/japanese/stop-tags.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";
import { stopWordList } from "../languages/stop-word-sets.ts";
import { japaneseStopWords } from "../languages/stop-words/japanese.ts";
import { stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { stopFilter } from "../token-filters/stop.ts";
import { japaneseMode, japaneseTokenizer } from "../tokenizers/kuromoji-tokenizer.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Lucene's JapaneseAnalyzer. */
export const kuromoji: AnalyzerKind = {
  name: "kuromoji",
  summary: "Words of Japanese in their base form, without particles and stop words (needs the package kuromoji).",
  create(name, parameters) {
    const userDictionary = japaneseUserDictionary(parameters);
    const tokenizer = japaneseTokenizer({
      mode: japaneseMode(parameters.string("mode")),
      discardPunctuation: true,
      keepCompounds: false,
      userDictionary,
      nBestCost: 0,
    });
    const filters = [
      baseFormFilter,
      partOfSpeechFilter(stopWordList(japaneseStopTags)),
      stopFilter(stopWordsOf(parameters, stopWordList(japaneseStopWords)), { ignoreCase: true }),
      katakanaStemFilter(4),
      normalizationFilter(lowerText),
    ];
    return textAnalyzer(name, (text) =>
      filters.reduce((list, filter) => filter.filter(list), tokenizePlainWidth(text, tokenizer)),
    );
  },
};
