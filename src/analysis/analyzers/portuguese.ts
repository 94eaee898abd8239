import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { lightPortuguese } from "../languages/stemmers/portuguese.ts";
import { portugueseStopWords } from "../languages/stop-words/portuguese.ts";

/** Lucene's PortugueseAnalyzer. */
export const portuguese = languageAnalyzer({
  name: "portuguese",
  summary: languageSummary("Portuguese"),
  stopWords: portugueseStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(lightPortuguese)],
});
