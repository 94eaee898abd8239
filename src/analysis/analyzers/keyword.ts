import type { AnalyzerKind } from "../component.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { keyword as tokenizerKind } from "../tokenizers/keyword.ts";

/** The whole text as one token. */
export const keyword: AnalyzerKind = {
  name: "keyword",
  summary: "Takes the whole text as one token.",
  create(name, parameters) {
    const tokenizer = tokenizerKind.create(parameters);
    return textAnalyzer(name, (text) => tokenizer.tokenize(text));
  },
};
