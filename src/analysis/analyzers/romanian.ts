import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { romanianStopWords } from "../languages/stop-words/romanian.ts";

/** Lucene's RomanianAnalyzer. */
export const romanian = languageAnalyzer({
  name: "romanian",
  summary: languageSummary("Romanian"),
  stopWords: romanianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Romanian"))],
});
