import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemBulgarian } from "../languages/stemmers/bulgarian.ts";
import { bulgarianStopWords } from "../languages/stop-words/bulgarian.ts";

/** Lucene's BulgarianAnalyzer. */
export const bulgarian = languageAnalyzer({
  name: "bulgarian",
  summary: languageSummary("Bulgarian"),
  stopWords: bulgarianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(stemBulgarian)],
});
