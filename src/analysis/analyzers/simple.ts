import type { AnalyzerKind } from "../component.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { lowercase } from "../tokenizers/lowercase.ts";

/** Runs of letters in lower case. */
export const simple: AnalyzerKind = {
  name: "simple",
  summary: "Divides text at everything that is not a letter, and lowers it.",
  create(name, parameters) {
    const tokenizer = lowercase.create(parameters);
    return textAnalyzer(name, (text) => tokenizer.tokenize(text));
  },
};
