/** An analyzer made of a function from text to tokens: the general form, for chains and everything that is not hot. */
import { MAX_TERM_BYTES } from "../compat/term-limit.ts";
import type { Analyzer, Token, TokenTarget } from "./analyzer.ts";
import { runChain, type Chain } from "./custom-chain.ts";
import type { TokenList } from "./token-list.ts";

/** The default position gap between the values of an array. */
export const DEFAULT_POSITION_INCREMENT_GAP = 100;

/** A token exceeds the maximum term length of the index. */
export class ImmenseTermError extends Error {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super(`bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes.length}`);
    this.bytes = bytes;
  }
}

/** Makes an analyzer from `analyzeText`. Indexing may throw ImmenseTermError. */
export function textAnalyzer(
  name: string,
  analyzeText: (text: string) => TokenList,
  positionIncrementGap = DEFAULT_POSITION_INCREMENT_GAP,
): Analyzer {
  return {
    name,
    positionIncrementGap,

    analyze: analyzeText,

    tokens(text: string): Token[] {
      return [...analyzeText(text).tokens];
    },

    index(text: string, builder: TokenTarget, field: number, basePosition: number) {
      const { tokens, nextPosition } = analyzeText(text);
      let length = 0;
      let previous = -1;
      for (const token of tokens) {
        const bytes = encode(token.text);
        if (bytes > MAX_TERM_BYTES) throw new ImmenseTermError(termBytes.slice(0, bytes));
        builder.addTerm(field, termBytes, 0, bytes, basePosition + token.position);
        if (token.position !== previous) length++;
        previous = token.position;
      }
      return { length, overlaps: tokens.length - length, lastPosition: basePosition + nextPosition - 1 };
    },
  };
}

/** Makes an analyzer from a chain, which stays accessible. */
export function chainAnalyzer(
  name: string,
  chain: Chain,
  positionIncrementGap = DEFAULT_POSITION_INCREMENT_GAP,
): Analyzer {
  return { ...textAnalyzer(name, (text) => runChain(chain, text), positionIncrementGap), chain };
}

let termBytes = Buffer.allocUnsafe(1024);

/** Encodes into `termBytes`, growing it when needed; returns the number of bytes. */
function encode(text: string): number {
  if (text.length * 3 > termBytes.length) termBytes = Buffer.allocUnsafe(text.length * 3 + 1024);
  return termBytes.write(text, 0, "utf8");
}
