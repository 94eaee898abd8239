/** An analyzer made of a function from text to tokens: the general form, for chains and for everything that is not hot. */
import type { Analyzer, Token, TokenSink, TokenTarget } from "./analyzer.ts";
import type { TokenList } from "./token-list.ts";

/** The gap between the values of an array, unless a custom analyzer or a field says otherwise. */
export const DEFAULT_POSITION_INCREMENT_GAP = 100;

/** The longest term that Lucene's index takes, in bytes of UTF-8. */
export const MAX_TERM_BYTES = 32766;

/** Makes an analyzer of `analyzeText`. */
export function textAnalyzer(name: string, analyzeText: (text: string) => TokenList, positionIncrementGap = DEFAULT_POSITION_INCREMENT_GAP): Analyzer {
  return {
    name,
    positionIncrementGap,

    analyze(text: string, sink: TokenSink): void {
      for (const token of analyzeText(text).tokens) sendToken(token, sink);
    },

    tokens(text: string): Token[] {
      return [...analyzeText(text).tokens];
    },

    index(text: string, builder: TokenTarget, field: number, basePosition: number) {
      const { tokens, nextPosition } = analyzeText(text);
      let length = 0;
      let previous = -1;
      for (const token of tokens) {
        const bytes = encode(token.text);
        builder.addTerm(field, termBytes, 0, bytes, basePosition + token.position);
        if (token.position !== previous) length++;
        previous = token.position;
      }
      return { length, lastPosition: basePosition + nextPosition - 1 };
    },
  };
}

let termBytes = Buffer.allocUnsafe(1024);

/** Encodes into `termBytes`, which grows when needed; answers the number of bytes. */
function encode(text: string): number {
  if (text.length * 3 > termBytes.length) termBytes = Buffer.allocUnsafe(text.length * 3 + 1024);
  return termBytes.write(text, 0, "utf8");
}

function sendToken(token: Token, sink: TokenSink): void {
  const length = encode(token.text);
  sink.token(termBytes, 0, length, token.position, token.startOffset, token.endOffset, token.positionLength, token.type);
}
