import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { normalizeGerman } from "../languages/normalizers/german.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { lightGerman } from "../languages/stemmers/german.ts";
import { germanStopWords } from "../languages/stop-words/german.ts";

/** Lucene's GermanAnalyzer. */
export const german = languageAnalyzer({
  name: "german",
  summary: languageSummary("German"),
  stopWords: germanStopWords,
  filters: (stop, exclude) => [stop, exclude, normalizationFilter(normalizeGerman), stemFilter(lightGerman)],
});
