import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { catalanStopWords } from "../languages/stop-words/catalan.ts";
import { elisionFilter } from "../token-filters/elision.ts";

/** Lucene's CatalanAnalyzer, which removes articles before lowercasing; the result is the same. */
export const catalan = languageAnalyzer({
  name: "catalan",
  summary: languageSummary("Catalan"),
  stopWords: catalanStopWords,
  filters: (stop, exclude) => [
    elisionFilter(["d", "l", "m", "n", "s", "t"], { ignoreCase: true }),
    stop,
    exclude,
    stemFilter(snowballStem("Catalan")),
  ],
});
