/** Tokenizers that split where a class of characters ends: Lucene's CharTokenizer. */
import { illegalArgument } from "../compat/errors.ts";
import type { Token } from "./analyzer.ts";
import type { ComponentParameters } from "./component-parameters.ts";
import type { Tokenizer } from "./token-list.ts";

/** Java's Character.isWhitespace: space separators except no-break spaces, and the control characters that it lists. */
export function isJavaWhitespace(codePoint: number): boolean {
  if (codePoint <= 0x20)
    return codePoint === 0x20 || (codePoint >= 9 && codePoint <= 13) || (codePoint >= 0x1c && codePoint <= 0x1f);
  if (codePoint < 0x1680) return false;
  if (
    codePoint === 0x1680 ||
    codePoint === 0x2028 ||
    codePoint === 0x2029 ||
    codePoint === 0x205f ||
    codePoint === 0x3000
  )
    return true;
  return codePoint >= 0x2000 && codePoint <= 0x200a && codePoint !== 0x2007;
}

/** Lucene's StandardTokenizer.MAX_TOKEN_LENGTH_LIMIT, and the default of `max_token_length`. */
const MAX_LENGTH_LIMIT = 1024 * 1024;
const DEFAULT_MAX_LENGTH = 255;

/** Reads and validates `max_token_length`, with the errors of Lucene's CharTokenizer. */
export function maxRunLength(parameters: ComponentParameters): number {
  const length = parameters.integer("max_token_length", DEFAULT_MAX_LENGTH);
  if (length > 0 && length <= MAX_LENGTH_LIMIT) return length;
  throw illegalArgument(`maxTokenLen must be greater than 0 and less than ${MAX_LENGTH_LIMIT} passed: ${length}`);
}

const letter = /^\p{L}$/u;

/** Java's Character.isLetter. */
export function isLetter(codePoint: number): boolean {
  if (codePoint < 0x80) return (codePoint >= 0x41 && codePoint <= 0x5a) || (codePoint >= 0x61 && codePoint <= 0x7a);
  return letter.test(String.fromCodePoint(codePoint));
}

/**
 * A tokenizer whose tokens are the runs of characters for which `keeps` is true, split at `maxTokenLength` UTF-16
 * units.
 */
export function characterTokenizer(
  keeps: (codePoint: number) => boolean,
  maxTokenLength: number,
  change: (text: string) => string = (text) => text,
): Tokenizer {
  return {
    tokenize(text) {
      const tokens: Token[] = [];
      let start = -1;
      const finish = (end: number): void => {
        if (start < 0) return;
        tokens.push({
          text: change(text.slice(start, end)),
          position: tokens.length,
          startOffset: start,
          endOffset: end,
          positionLength: 1,
          type: "word",
        });
        start = -1;
      };
      for (let index = 0; index < text.length;) {
        const codePoint = text.codePointAt(index)!;
        const next = index + (codePoint > 0xffff ? 2 : 1);
        if (keeps(codePoint)) {
          if (start < 0) start = index;
          if (next - start >= maxTokenLength) finish(next);
        } else {
          finish(index);
        }
        index = next;
      }
      finish(text.length);
      return { tokens, nextPosition: tokens.length, endOffset: text.length };
    },
  };
}
