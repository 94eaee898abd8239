import type { AnalyzerKind } from "../component.ts";
import { baseFormFilter, katakanaStemFilter, partOfSpeechFilter } from "../languages/japanese/japanese-filters.ts";
import { japaneseUserDictionary } from "../languages/japanese/japanese-user-dictionary.ts";
import { japaneseStopTags } from "../languages/japanese/stop-tags.ts";
import { normalizeWidth } from "../languages/normalizers/cjk-width.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";
import { stopWordList } from "../languages/stop-word-sets.ts";
import { japaneseStopWords } from "../languages/stop-words/japanese.ts";
import { FilteredTextBuilder } from "../offset-map.ts";
import { stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { stopFilter } from "../token-filters/stop.ts";
import type { FilteredText, TokenList } from "../token-list.ts";
import { japaneseMode, japaneseTokenizer } from "../tokenizers/kuromoji-tokenizer.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Half-width Katakana with their voice marks, and full-width ASCII, before the words are found: Lucene's CJKWidthCharFilter. */
function plainWidth(text: string): FilteredText {
  const builder = new FilteredTextBuilder();
  for (const [part] of text.matchAll(/[\uff66-\uff9d][\uff9e\uff9f]|[\uff01-\uff5e\uff65-\uff9f]|[^\uff01-\uff5e\uff65-\uff9f]+/g)) {
    const plain = normalizeWidth(part);
    if (plain === part) builder.keep(part);
    else builder.replace(plain, part.length);
  }
  return builder.finish();
}

/** Lucene's JapaneseAnalyzer. */
export const kuromoji: AnalyzerKind = {
  name: "kuromoji",
  summary: "Words of Japanese in their base form, without particles and stop words (needs the package kuromoji).",
  create(name, parameters) {
    const userDictionary = japaneseUserDictionary(parameters);
    const tokenizer = japaneseTokenizer({ mode: japaneseMode(parameters.string("mode")), discardPunctuation: true, keepCompounds: false, userDictionary });
    const filters = [
      baseFormFilter,
      partOfSpeechFilter(stopWordList(japaneseStopTags)),
      stopFilter(stopWordsOf(parameters, stopWordList(japaneseStopWords)), { ignoreCase: true }),
      katakanaStemFilter(4),
      normalizationFilter(lowerText),
    ];
    return textAnalyzer(name, (text) => {
      const plain = plainWidth(text);
      const found = tokenizer.tokenize(plain.text);
      const tokens = found.tokens.map((token) => ({
        ...token,
        startOffset: plain.original(token.startOffset),
        endOffset: plain.original(token.endOffset),
      }));
      let list: TokenList = { ...found, tokens, endOffset: text.length };
      for (const filter of filters) list = filter.filter(list);
      return list;
    });
  },
};
