import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { lightFrench } from "../languages/stemmers/french.ts";
import { frenchStopWords } from "../languages/stop-words/french.ts";
import { elisionFilter, frenchArticles } from "../token-filters/elision.ts";

/** Lucene's FrenchAnalyzer, which removes articles before lowercasing; the result is the same. */
export const french = languageAnalyzer({
  name: "french",
  summary: languageSummary("French"),
  stopWords: frenchStopWords,
  filters: (stop, exclude) => [
    elisionFilter(frenchArticles, { ignoreCase: true }),
    stop,
    exclude,
    stemFilter(lightFrench),
  ],
});
