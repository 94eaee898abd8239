import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern } from "../../compat/patterns/java-pattern.ts";
import { parsePatternFlags } from "../../compat/patterns/pattern-flags.ts";
import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";

/** Splits at a regular expression, or extracts one of its groups (Lucene's PatternTokenizer). */
export const pattern: TokenizerKind = {
  name: "pattern",
  summary: "Divides text with a regular expression: at its matches, or into one of its groups.",

  create(parameters) {
    const expression = compilePattern(
      parameters.string("pattern") ?? "\\W+",
      parsePatternFlags(parameters.string("flags")),
    );
    const group = parameters.integer("group", -1);
    const groups = expression.groupCount;
    if (group > groups) throw illegalArgument(`invalid group specified: pattern only has: ${groups} capturing groups`);
    return {
      readsWhole: true,
      tokenize(text) {
        const tokens: Token[] = [];
        const add = (start: number, end: number): void => {
          if (end > start)
            tokens.push({
              text: text.slice(start, end),
              position: tokens.length,
              startOffset: start,
              endOffset: end,
              positionLength: 1,
              type: "word",
            });
        };
        let from = 0;
        for (const { start, end, spans } of expression.findAll(text)) {
          if (group < 0) {
            add(from, start);
            from = end;
          } else add(spans[group * 2]!, spans[group * 2 + 1]!);
        }
        if (group < 0) add(from, text.length);
        return { tokens, nextPosition: tokens.length, endOffset: text.length };
      },
    };
  },
};
