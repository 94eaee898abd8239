import type { AnalyzerKind } from "../component.ts";
import { englishStopWords, stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { stopFilter } from "../token-filters/stop.ts";
import { StandardAnalyzer } from "../standard-analyzer.ts";

/** The standard analyzer, one token per ideograph, with English stop words: Elasticsearch's ChineseAnalyzerProvider. */
export const chinese: AnalyzerKind = {
  name: "chinese",
  summary: "Each ideograph for itself; English stop words.",
  create(name, parameters) {
    const standard = new StandardAnalyzer(name, 255);
    const stop = stopFilter(stopWordsOf(parameters, englishStopWords), { ignoreCase: false });
    return textAnalyzer(name, (text) => stop.filter(standard.analyze(text)));
  },
};
