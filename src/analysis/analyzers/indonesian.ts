import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemIndonesian } from "../languages/stemmers/indonesian.ts";
import { indonesianStopWords } from "../languages/stop-words/indonesian.ts";

/** Lucene's IndonesianAnalyzer. */
export const indonesian = languageAnalyzer({
  name: "indonesian",
  summary: languageSummary("Indonesian"),
  stopWords: indonesianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(stemIndonesian)],
});
