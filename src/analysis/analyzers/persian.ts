import { StandardAnalyzer } from "../standard-analyzer.ts";
import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { normalizeArabic, normalizePersian } from "../languages/normalizers/arabic.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";
import { persianStopWords } from "../languages/stop-words/persian.ts";
import { decimalDigitFilter } from "../token-filters/decimal-digit.ts";

const standard = new StandardAnalyzer("standard", 255);

/** Lucene's PersianAnalyzer. */
export const persian = languageAnalyzer({
  name: "persian",
  summary: languageSummary("Persian"),
  stopWords: persianStopWords,
  // A zero-width non-joiner separates parts of a word.
  tokenize: (text) => standard.analyze(text.replaceAll("\u200c", " ")),
  filters: (stop) => [
    decimalDigitFilter,
    normalizationFilter(normalizeArabic),
    normalizationFilter(normalizePersian),
    stop,
  ],
});
