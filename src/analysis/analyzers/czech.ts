import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemCzech } from "../languages/stemmers/czech.ts";
import { czechStopWords } from "../languages/stop-words/czech.ts";

/** Lucene's CzechAnalyzer. */
export const czech = languageAnalyzer({
  name: "czech",
  summary: languageSummary("Czech"),
  stopWords: czechStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(stemCzech)],
});
