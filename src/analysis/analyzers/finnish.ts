import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { finnishStopWords } from "../languages/stop-words/finnish.ts";

/** Lucene's FinnishAnalyzer. */
export const finnish = languageAnalyzer({
  name: "finnish",
  summary: languageSummary("Finnish"),
  stopWords: finnishStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(snowballStem("Finnish"))],
});
