import type { AnalyzerKind } from "../component.ts";
import { englishStopWords, stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { stopFilter } from "../token-filters/stop.ts";
import { lowercase } from "../tokenizers/lowercase.ts";

/** Like `simple`, without stop words. */
export const stop: AnalyzerKind = {
  name: "stop",
  summary: "Divides text at everything that is not a letter, lowers it and drops stop words.",
  create(name, parameters) {
    const tokenizer = lowercase.create(parameters);
    const filter = stopFilter(stopWordsOf(parameters, englishStopWords), { ignoreCase: false });
    return textAnalyzer(name, (text) => filter.filter(tokenizer.tokenize(text)));
  },
};
