import { illegalArgument } from "../../compat/errors.ts";
import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { StandardScanner, standardTokenTypes } from "../standard-scanner.ts";

/** Default of `max_token_length`. */
const DEFAULT_MAX_TOKEN_LENGTH = 255;
/** Lucene's StandardTokenizer.MAX_TOKEN_LENGTH_LIMIT. */
const MAX_TOKEN_LENGTH_LIMIT = 1024 * 1024;

/** Words by UAX #29. */
export const standard: TokenizerKind = {
  name: "standard",
  summary: "Divides text at word boundaries (Unicode UAX #29) and drops most punctuation.",

  create(parameters) {
    const scanner = new StandardScanner(maxTokenLength(parameters));
    return {
      tokenize(text) {
        const tokens: Token[] = [];
        scanner.reset(text);
        while (scanner.next()) {
          tokens.push({
            text: text.slice(scanner.start, scanner.end),
            position: tokens.length,
            startOffset: scanner.start,
            endOffset: scanner.end,
            positionLength: 1,
            type: standardTokenTypes[scanner.type]!,
          });
        }
        return { tokens, nextPosition: tokens.length, endOffset: text.length };
      },
    };
  },
};

/** Reads and validates `max_token_length`, with Lucene's errors. */
export function maxTokenLength(parameters: ComponentParameters): number {
  const length = parameters.integer("max_token_length", DEFAULT_MAX_TOKEN_LENGTH);
  if (length < 1) throw illegalArgument("maxTokenLength must be greater than zero");
  return Math.min(length, MAX_TOKEN_LENGTH_LIMIT);
}
