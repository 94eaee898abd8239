import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { norwegianStopWords } from "../languages/stop-words/norwegian.ts";

/** Lucene's NorwegianAnalyzer. */
export const norwegian = languageAnalyzer({
  name: "norwegian",
  summary: languageSummary("Norwegian"),
  stopWords: norwegianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Norwegian"))],
});
