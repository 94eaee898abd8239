import type { AnalyzerKind } from "../component.ts";
import { stopWordsOf } from "../stop-words.ts";
import { textAnalyzer } from "../text-analyzer.ts";
import { mapText } from "../token-list.ts";
import { stopFilter } from "../token-filters/stop.ts";
import { pattern as tokenizerKind } from "../tokenizers/pattern.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Splits at a regular expression. */
export const pattern: AnalyzerKind = {
  name: "pattern",
  summary:
    "Divides text at the matches of a regular expression (default: everything that is no word character), and lowers it.",
  create(name, parameters) {
    const tokenizer = tokenizerKind.create(parameters);
    const lower = parameters.boolean("lowercase", true) ? mapText(lowerText) : undefined;
    const stops = stopFilter(stopWordsOf(parameters, []), { ignoreCase: false });
    const analyzer = textAnalyzer(name, (text) => {
      const tokens = tokenizer.tokenize(text);
      return stops.filter(lower ? lower.filter(tokens) : tokens);
    });
    return { ...analyzer, readsWhole: true };
  },
};
