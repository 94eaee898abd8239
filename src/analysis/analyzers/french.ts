import { languageAnalyzer, languageSummary } from "../languages/language-analyzer.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { lightFrench } from "../languages/stemmers/french.ts";
import { frenchStopWords } from "../languages/stop-words/french.ts";
import { elisionFilter, frenchArticles } from "../token-filters/elision.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Lucene's FrenchAnalyzer. */
export const french = languageAnalyzer({
  name: "french",
  summary: languageSummary("French"),
  stopWords: frenchStopWords,
  lowered: false,
  filters: (stop, exclude) => [elisionFilter(frenchArticles, { ignoreCase: true }), normalizationFilter(lowerText), stop, exclude, stemFilter(lightFrench)],
});
