import { languageAnalyzer } from "../language-analyzer.ts";
import { normalizeWidth } from "../languages/normalizers/cjk-width.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";
import { cjkStopWords } from "../languages/stop-words/cjk.ts";
import { cjkBigramFilter } from "../token-filters/cjk-bigram.ts";
import { lowerText } from "../unicode/lower-case.ts";

const bigrams = cjkBigramFilter(new Set(["<IDEOGRAPHIC>", "<HIRAGANA>", "<KATAKANA>", "<HANGUL>"]), false);

/** Lucene's CJKAnalyzer. */
export const cjk = languageAnalyzer({
  name: "cjk",
  summary: "Pairs of Chinese, Japanese and Korean characters; other words in lower case without English stop words.",
  stopWords: cjkStopWords,
  lowered: false,
  filters: (stop) => [normalizationFilter(normalizeWidth), normalizationFilter(lowerText), bigrams, stop],
});
