import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { armenianStopWords } from "../languages/stop-words/armenian.ts";

/** Lucene's ArmenianAnalyzer. */
export const armenian = languageAnalyzer({
  name: "armenian",
  summary: languageSummary("Armenian"),
  stopWords: armenianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Armenian"))],
});
