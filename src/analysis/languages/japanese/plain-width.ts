/** Half-width Katakana and full-width ASCII in their usual width before words are found. */
import { FilteredTextBuilder } from "../../offset-map.ts";
import type { FilteredText, TokenList, Tokenizer } from "../../token-list.ts";
import { normalizeWidth } from "../normalizers/cjk-width.ts";

/**
 * Half-width Katakana with their voice marks, and full-width ASCII, before the words are found: Lucene's
 * CJKWidthCharFilter.
 */
function plainWidth(text: string): FilteredText {
  const builder = new FilteredTextBuilder();
  for (const [part] of text.matchAll(
    /[\uff66-\uff9d][\uff9e\uff9f]|[\uff01-\uff5e\uff65-\uff9f]|[^\uff01-\uff5e\uff65-\uff9f]+/g,
  )) {
    const plain = normalizeWidth(part);
    if (plain === part) builder.keep(part);
    else builder.replace(plain, part.length);
  }
  return builder.finish();
}

/** The tokens of a text in plain width, with offsets in the text as it came. */
export function tokenizePlainWidth(text: string, tokenizer: Tokenizer): TokenList {
  const plain = plainWidth(text);
  const found = tokenizer.tokenize(plain.text);
  const tokens = found.tokens.map((token) => ({
    ...token,
    startOffset: plain.original(token.startOffset),
    endOffset: plain.original(token.endOffset),
  }));
  return { ...found, tokens, endOffset: text.length };
}
