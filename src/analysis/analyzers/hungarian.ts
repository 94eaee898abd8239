import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { hungarianStopWords } from "../languages/stop-words/hungarian.ts";

/** Lucene's HungarianAnalyzer. */
export const hungarian = languageAnalyzer({
  name: "hungarian",
  summary: languageSummary("Hungarian"),
  stopWords: hungarianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Hungarian"))],
});
