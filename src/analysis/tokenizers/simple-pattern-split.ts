import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import { behindCharacter, NO_MATCH, PatternScanner, RAN_OUT } from "../pattern-scanner.ts";

/** Lucene's SimplePatternSplitTokenizer. */
export const simplePatternSplit: TokenizerKind = {
  name: "simple_pattern_split",
  summary: "Divides text at the matches of a pattern without ways back.",

  create(parameters) {
    const scanner = new PatternScanner(parameters.string("pattern") ?? "");
    return {
      readsWhole: true,
      tokenize(text) {
        const tokens: Token[] = [];
        const add = (start: number, end: number): void => {
          if (end === start) return;
          tokens.push({
            text: text.slice(start, end),
            position: tokens.length,
            startOffset: start,
            endOffset: end,
            positionLength: 1,
            type: "word",
          });
        };
        let start = 0;
        for (let at = 0; at < text.length;) {
          const end = scanner.mayBegin(text, at) ? scanner.longestMatch(text, at) : undefined;
          // The rest is a token if the text ends inside a separator.
          if (end === RAN_OUT) break;
          if (end === undefined) at = behindCharacter(text, at);
          else if (end === NO_MATCH) at++;
          else {
            add(start, at);
            start = end;
            at = end;
          }
        }
        add(start, text.length);
        return { tokens, nextPosition: tokens.length, endOffset: text.length };
      },
    };
  },
};
