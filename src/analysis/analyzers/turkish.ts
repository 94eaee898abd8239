import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { lowerTurkish } from "../languages/lower-case.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { turkishStopWords } from "../languages/stop-words/turkish.ts";
import { apostropheFilter } from "../token-filters/apostrophe.ts";

/** Lucene's TurkishAnalyzer. */
export const turkish = languageAnalyzer({
  name: "turkish",
  summary: languageSummary("Turkish"),
  stopWords: turkishStopWords,
  lowered: false,
  filters: (stop, exclude) => [
    apostropheFilter,
    normalizationFilter(lowerTurkish),
    stop,
    exclude,
    stemFilter(snowballStem("Turkish")),
  ],
});
