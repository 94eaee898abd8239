/** Tokens of log messages: what varies from message to message (numbers, dates, addresses) is left out. */
import type { Token } from "./analyzer.ts";
import type { Tokenizer } from "./token-list.ts";

/** Numbers in base 16, with the hyphens and dots of identifiers and addresses. */
const hexadecimal = /^[-0-9A-Fa-f.]+$/;
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * Makes tokens of the matches of `candidates`: without underscores, hyphens and dots at their ends, and neither what
 * begins with a digit then nor what could be a number in base 16. `leading`: characters that may begin a token besides
 * letters and digits.
 */
export function logTokenizer(candidates: RegExp, leading = ""): Tokenizer {
  return {
    readsWhole: true,
    tokenize(text) {
      const tokens: Token[] = [];
      for (const match of text.matchAll(candidates)) {
        const token = trimmed(match[0], leading);
        if (!token || isVariable(token.text)) continue;
        const startOffset = match.index + token.from;
        tokens.push({
          text: token.text,
          position: tokens.length,
          startOffset,
          endOffset: startOffset + token.text.length,
          positionLength: 1,
          type: "word",
        });
      }
      return { tokens, nextPosition: tokens.length, endOffset: text.length };
    },
  };
}

function isVariable(token: string): boolean {
  const first = token.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || hexadecimal.test(token);
}

/** What of a candidate is kept, and where in it that begins; undefined: nothing. */
function trimmed(candidate: string, leading: string): { readonly text: string; readonly from: number } | undefined {
  const characters = [...candidate];
  const kept = (character: string): boolean => letterOrDigit.test(character);
  const first = characters.findIndex((character) => kept(character) || leading.includes(character));
  const last = characters.findLastIndex(kept);
  if (first < 0 || last < first) return undefined;
  return { text: characters.slice(first, last + 1).join(""), from: characters.slice(0, first).join("").length };
}
