import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { lightSpanish } from "../languages/stemmers/spanish.ts";
import { spanishStopWords } from "../languages/stop-words/spanish.ts";

/** Lucene's SpanishAnalyzer. */
export const spanish = languageAnalyzer({
  name: "spanish",
  summary: languageSummary("Spanish"),
  stopWords: spanishStopWords,
  filters: (stop, exclude) => [stop, exclude, stemFilter(lightSpanish)],
});
