import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { swedishStopWords } from "../languages/stop-words/swedish.ts";

/** Lucene's SwedishAnalyzer. */
export const swedish = languageAnalyzer({
  name: "swedish",
  summary: languageSummary("Swedish"),
  stopWords: swedishStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Swedish"))],
});
