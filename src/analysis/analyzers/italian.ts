import { languageAnalyzer, languageSummary } from "../languages/language-analyzer.ts";
import { normalizationFilter, stemFilter } from "../languages/stem-filter.ts";
import { lightItalian } from "../languages/stemmers/italian.ts";
import { italianStopWords } from "../languages/stop-words/italian.ts";
import { elisionFilter } from "../token-filters/elision.ts";
import { lowerText } from "../unicode/lower-case.ts";

const articles = "c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d".split(" ");

/** Lucene's ItalianAnalyzer. */
export const italian = languageAnalyzer({
  name: "italian",
  summary: languageSummary("Italian"),
  stopWords: italianStopWords,
  lowered: false,
  filters: (stop, exclude) => [elisionFilter(articles, { ignoreCase: true }), normalizationFilter(lowerText), stop, exclude, stemFilter(lightItalian)],
});
