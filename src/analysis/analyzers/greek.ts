import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { lowerGreek } from "../languages/lower-case.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { stemGreek } from "../languages/stemmers/greek.ts";
import { greekStopWords } from "../languages/stop-words/greek.ts";

/** Lucene's GreekAnalyzer. */
export const greek = languageAnalyzer({
  name: "greek",
  summary: languageSummary("Greek"),
  stopWords: greekStopWords,
  lowered: false,
  filters: (stop) => [normalizationFilter(lowerGreek), stop, stemFilter(stemGreek)],
});
