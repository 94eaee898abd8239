import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { lowerIrish } from "../languages/lower-case.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { irishStopWords } from "../languages/stop-words/irish.ts";
import { elisionFilter } from "../token-filters/elision.ts";
import { stopFilter } from "../token-filters/stop.ts";

/** Lucene's IrishAnalyzer. */
export const irish = languageAnalyzer({
  name: "irish",
  summary: languageSummary("Irish"),
  stopWords: irishStopWords,
  lowered: false,
  filters: (stop, exclude) => [
    // Letters hyphenated before a word, which the tokenizer takes for words.
    stopFilter(["h", "n", "t"], { ignoreCase: true }),
    elisionFilter(["d", "m", "b"], { ignoreCase: true }),
    normalizationFilter(lowerIrish),
    stop,
    exclude,
    stemFilter(snowballStem("Irish")),
  ],
});
