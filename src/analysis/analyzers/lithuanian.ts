import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { lithuanianStopWords } from "../languages/stop-words/lithuanian.ts";

/** Lucene's LithuanianAnalyzer. */
export const lithuanian = languageAnalyzer({
  name: "lithuanian",
  summary: languageSummary("Lithuanian"),
  stopWords: lithuanianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Lithuanian"))],
});
