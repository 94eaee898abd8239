import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { normalizeArabic } from "../languages/normalizers/arabic.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { stemArabic } from "../languages/stemmers/arabic.ts";
import { arabicStopWords } from "../languages/stop-words/arabic.ts";
import { decimalDigitFilter } from "../token-filters/decimal-digit.ts";

/** Lucene's ArabicAnalyzer. */
export const arabic = languageAnalyzer({
  name: "arabic",
  summary: languageSummary("Arabic"),
  stopWords: arabicStopWords,
  filters: (stop, exclude) => [
    decimalDigitFilter,
    stop,
    normalizationFilter(normalizeArabic),
    exclude,
    stemFilter(stemArabic),
  ],
});
