import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemLatvian } from "../languages/stemmers/latvian.ts";
import { latvianStopWords } from "../languages/stop-words/latvian.ts";

/** Lucene's LatvianAnalyzer. */
export const latvian = languageAnalyzer({
  name: "latvian",
  summary: languageSummary("Latvian"),
  stopWords: latvianStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(stemLatvian)],
});
