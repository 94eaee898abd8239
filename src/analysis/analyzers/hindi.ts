import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { normalizeHindi } from "../languages/normalizers/hindi.ts";
import { normalizeIndic } from "../languages/normalizers/indic.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { stemHindi } from "../languages/stemmers/hindi.ts";
import { hindiStopWords } from "../languages/stop-words/hindi.ts";
import { decimalDigitFilter } from "../token-filters/decimal-digit.ts";

/** Lucene's HindiAnalyzer. */
export const hindi = languageAnalyzer({
  name: "hindi",
  summary: languageSummary("Hindi"),
  stopWords: hindiStopWords,
  filters: (stop, exclude) => [
    decimalDigitFilter,
    exclude,
    normalizationFilter(normalizeIndic),
    normalizationFilter(normalizeHindi),
    stop,
    stemFilter(stemHindi),
  ],
});
