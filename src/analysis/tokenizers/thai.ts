import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import type { Tokenizer } from "../token-list.ts";

const letterOrDigit = /^[\p{L}\p{Nd}]/u;

/**
 * Words by ICU's rules and dictionaries for Thai, which is written without spaces; segments that do not begin with a
 * letter or digit are dropped.
 */
export function thaiTokenizer(): Tokenizer {
  const segmenter = new Intl.Segmenter("th", { granularity: "word" });
  return {
    tokenize(text) {
      const tokens: Token[] = [];
      for (const { segment, index } of segmenter.segment(text)) {
        if (!letterOrDigit.test(segment)) continue;
        tokens.push({
          text: segment,
          position: tokens.length,
          startOffset: index,
          endOffset: index + segment.length,
          positionLength: 1,
          type: "word",
        });
      }
      return { tokens, nextPosition: tokens.length, endOffset: text.length };
    },
  };
}

/** Lucene's ThaiTokenizer, with ICU's dictionary instead of Java's. */
export const thai: TokenizerKind = {
  name: "thai",
  summary: "Words of Thai text, by a dictionary.",
  create: thaiTokenizer,
};
