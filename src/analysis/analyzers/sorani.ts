import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { normalizeSorani } from "../languages/normalizers/sorani.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { stemSorani } from "../languages/stemmers/sorani.ts";
import { soraniStopWords } from "../languages/stop-words/sorani.ts";
import { decimalDigitFilter } from "../token-filters/decimal-digit.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Lucene's SoraniAnalyzer. */
export const sorani = languageAnalyzer({
  name: "sorani",
  summary: languageSummary("Central Kurdish (Sorani)"),
  stopWords: soraniStopWords,
  lowered: false,
  filters: (stop, exclude) => [
    normalizationFilter(normalizeSorani),
    normalizationFilter(lowerText),
    decimalDigitFilter,
    stop,
    exclude,
    stemFilter(stemSorani),
  ],
});
