import { languageAnalyzer, languageSummary } from "../language-analyzer.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { lightItalian } from "../languages/stemmers/italian.ts";
import { italianStopWords } from "../languages/stop-words/italian.ts";
import { elisionFilter } from "../token-filters/elision.ts";

const articles = "c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d".split(" ");

/** Lucene's ItalianAnalyzer, which removes articles before lowercasing; the result is the same. */
export const italian = languageAnalyzer({
  name: "italian",
  summary: languageSummary("Italian"),
  stopWords: italianStopWords,
  filters: (stop, exclude) => [elisionFilter(articles, { ignoreCase: true }), stop, exclude, stemFilter(lightItalian)],
});
