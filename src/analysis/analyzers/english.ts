import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { possessiveEnglish } from "../languages/stemmers/english.ts";
import { porter } from "../languages/stemmers/porter.ts";
import { englishStopWords } from "../languages/stop-words/english.ts";

/** Lucene's EnglishAnalyzer, which removes possessives before lowercasing; the result is the same. */
export const english = languageAnalyzer({
  name: "english",
  summary: languageSummary("English"),
  stopWords: englishStopWords,
  filters: (stop, exclude) => [normalizationFilter(possessiveEnglish), stop, exclude, stemFilter(porter)],
});
