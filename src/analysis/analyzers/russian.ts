import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { russianStopWords } from "../languages/stop-words/russian.ts";

/** Lucene's RussianAnalyzer. */
export const russian = languageAnalyzer({
  name: "russian",
  summary: languageSummary("Russian"),
  stopWords: russianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Russian"))],
});
