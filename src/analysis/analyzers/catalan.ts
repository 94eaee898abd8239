import { languageAnalyzer, languageSummary } from "../languages/language-analyzer.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { catalanStopWords } from "../languages/stop-words/catalan.ts";
import { elisionFilter } from "../token-filters/elision.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Lucene's CatalanAnalyzer. */
export const catalan = languageAnalyzer({
  name: "catalan",
  summary: languageSummary("Catalan"),
  stopWords: catalanStopWords,
  lowered: false,
  filters: (stop, exclude) => [
    elisionFilter(["d", "l", "m", "n", "s", "t"], { ignoreCase: true }),
    normalizationFilter(lowerText),
    stop,
    exclude,
    stemFilter(snowballStem("Catalan")),
  ],
});
