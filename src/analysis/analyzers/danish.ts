import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { danishStopWords } from "../languages/stop-words/danish.ts";

/** Lucene's DanishAnalyzer. */
export const danish = languageAnalyzer({
  name: "danish",
  summary: languageSummary("Danish"),
  stopWords: danishStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Danish"))],
});
