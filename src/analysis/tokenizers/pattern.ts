import { illegalArgument } from "../../core/errors.ts";
import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import { javaPattern } from "../java-pattern.ts";

/** Splits at a regular expression, or takes one of its groups (Lucene's PatternTokenizer). */
export const pattern: TokenizerKind = {
  name: "pattern",
  summary: "Divides text with a regular expression: at its matches, or into one of its groups.",

  create(parameters) {
    const expression = javaPattern(parameters.string("pattern") ?? "\\W+", parameters.string("flags"));
    const group = parameters.integer("group", -1);
    const groups = new RegExp(`${expression.source}|`, expression.flags).exec("")!.length - 1;
    if (group > groups) throw illegalArgument(`invalid group specified: pattern only has: ${groups} capturing groups`);
    return {
      readsWhole: true,
      tokenize(text) {
        const tokens: Token[] = [];
        const add = (start: number, end: number): void => {
          if (end > start)
            tokens.push({ text: text.slice(start, end), position: tokens.length, startOffset: start, endOffset: end, positionLength: 1, type: "word" });
        };
        let from = 0;
        for (const match of text.matchAll(expression)) {
          if (group < 0) {
            add(from, match.index);
            from = match.index + match[0].length;
          } else if (match[group] !== undefined) {
            const start = match.index + match[0].indexOf(match[group]);
            add(start, start + match[group].length);
          }
        }
        if (group < 0) add(from, text.length);
        return { tokens, nextPosition: tokens.length, endOffset: text.length };
      },
    };
  },
};
