import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { estonianStopWords } from "../languages/stop-words/estonian.ts";

/** Lucene's EstonianAnalyzer. */
export const estonian = languageAnalyzer({
  name: "estonian",
  summary: languageSummary("Estonian"),
  stopWords: estonianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Estonian"))],
});
