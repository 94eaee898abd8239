import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { normalizeSerbian } from "../languages/normalizers/serbian.ts";
import { snowballStem } from "../languages/snowball-stems.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { serbianStopWords } from "../languages/stop-words/serbian.ts";

/** Lucene's SerbianAnalyzer. */
export const serbian = languageAnalyzer({
  name: "serbian",
  summary: languageSummary("Serbian"),
  stopWords: serbianStopWords,
  filters: (stop, exclude) => [
    stop,
    exclude,
    stemFilter(snowballStem("Serbian")),
    normalizationFilter(normalizeSerbian),
  ],
});
