import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemBrazilian } from "../languages/stemmers/brazilian.ts";
import { brazilianStopWords } from "../languages/stop-words/brazilian.ts";

/** Lucene's BrazilianAnalyzer. */
export const brazilian = languageAnalyzer({
  name: "brazilian",
  summary: languageSummary("Brazilian Portuguese"),
  stopWords: brazilianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(stemBrazilian)],
});
