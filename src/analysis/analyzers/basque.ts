import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { basqueStopWords } from "../languages/stop-words/basque.ts";

/** Lucene's BasqueAnalyzer. */
export const basque = languageAnalyzer({
  name: "basque",
  summary: languageSummary("Basque"),
  stopWords: basqueStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Basque"))],
});
