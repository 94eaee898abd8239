import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { normalizeBengali } from "../languages/normalizers/bengali.ts";
import { normalizeIndic } from "../languages/normalizers/indic.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { stemBengali } from "../languages/stemmers/bengali.ts";
import { bengaliStopWords } from "../languages/stop-words/bengali.ts";
import { decimalDigitFilter } from "../token-filters/decimal-digit.ts";

/** Lucene's BengaliAnalyzer. */
export const bengali = languageAnalyzer({
  name: "bengali",
  summary: languageSummary("Bengali"),
  stopWords: bengaliStopWords,
  filters: (stop, exclude) => [
    decimalDigitFilter,
    exclude,
    normalizationFilter(normalizeIndic),
    normalizationFilter(normalizeBengali),
    stop,
    stemFilter(stemBengali),
  ],
});
