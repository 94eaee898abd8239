import type { AnalyzerKind } from "../component.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { whitespace as tokenizerKind } from "../tokenizers/whitespace.ts";

/** Words between white space, unchanged. */
export const whitespace: AnalyzerKind = {
  name: "whitespace",
  summary: "Divides text at white space.",
  create(name, parameters) {
    const tokenizer = tokenizerKind.create(parameters);
    return textAnalyzer(name, (text) => tokenizer.tokenize(text));
  },
};
