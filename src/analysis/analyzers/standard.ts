import type { AnalyzerKind } from "../component.ts";
import { stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { stopFilter } from "../token-filters/stop.ts";
import { maxTokenLength } from "../tokenizers/standard.ts";
import { StandardAnalyzer } from "../standard-analyzer.ts";

/** The default analyzer of text fields. */
export const standard: AnalyzerKind = {
  name: "standard",
  summary: "Words by UAX #29 in lower case; stop words when they are given.",

  create(name, parameters) {
    const analyzer = new StandardAnalyzer(name, maxTokenLength(parameters));
    const stopWords = stopWordsOf(parameters, []);
    if (stopWords.length === 0) return analyzer;
    const filter = stopFilter(stopWords, { ignoreCase: false });
    return textAnalyzer(name, (text) => filter.filter(analyzer.analyze(text)));
  },
};
