import type { AnalyzerKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { porter } from "../languages/stemmers/porter.ts";
import { chineseStopWords } from "../languages/stop-words/smartcn.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { stopFilter } from "../token-filters/stop.ts";
import { chineseTokenizer } from "../tokenizers/smartcn-tokenizer.ts";

/** Lucene's SmartChineseAnalyzer. */
export const smartcn: AnalyzerKind = {
  name: "smartcn",
  summary: "Words of Chinese without signs; those of English stemmed (needs the package @node-rs/jieba).",
  create(name) {
    const filters = [stemFilter(porter), stopFilter(chineseStopWords, { ignoreCase: false })];
    return textAnalyzer(name, (text) =>
      filters.reduce((list, filter) => filter.filter(list), chineseTokenizer.tokenize(text)),
    );
  },
};
