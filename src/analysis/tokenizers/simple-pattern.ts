import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import { behindCharacter, NO_MATCH, PatternScanner, RAN_OUT } from "../pattern-scanner.ts";

/** Lucene's SimplePatternTokenizer. */
export const simplePattern: TokenizerKind = {
  name: "simple_pattern",
  summary: "Takes from a text what a pattern without ways back matches.",

  create(parameters) {
    const scanner = new PatternScanner(parameters.string("pattern") ?? "");
    return {
      readsWhole: true,
      tokenize(text) {
        const tokens: Token[] = [];
        for (let at = 0; at < text.length;) {
          if (!scanner.mayBegin(text, at)) {
            at = behindCharacter(text, at);
            continue;
          }
          const end = scanner.longestMatch(text, at);
          // As in Lucene, a match that is incomplete at the end of the text ends tokenizing.
          if (end === RAN_OUT) break;
          if (end === NO_MATCH) {
            at++;
            continue;
          }
          tokens.push({
            text: text.slice(at, end),
            position: tokens.length,
            startOffset: at,
            endOffset: end,
            positionLength: 1,
            type: "word",
          });
          at = end;
        }
        return { tokens, nextPosition: tokens.length, endOffset: text.length };
      },
    };
  },
};
