/** Puts char filters, a tokenizer and token filters together. */
import type { Token } from "./analyzer.ts";
import type { CharFilter, TokenFilter, TokenList, Tokenizer } from "./token-list.ts";

/** A chain as the user configured it. */
export interface Chain {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly tokenFilters: readonly TokenFilter[];
}

/** Runs a text through the chain; offsets are those of the text as it came. */
export function runChain(chain: Chain, text: string): TokenList {
  let current = text;
  const corrections: ((offset: number) => number)[] = [];
  for (const charFilter of chain.charFilters) {
    const filtered = charFilter.filter(current);
    current = filtered.text;
    corrections.unshift((offset) => filtered.original(offset));
  }
  let list = chain.tokenizer.tokenize(current);
  if (corrections.length > 0) {
    const original = (offset: number): number => corrections.reduce((value, correct) => correct(value), offset);
    const tokens: Token[] = list.tokens.map((token) => ({ ...token, startOffset: original(token.startOffset), endOffset: original(token.endOffset) }));
    list = { tokens, nextPosition: list.nextPosition };
  }
  for (const filter of chain.tokenFilters) list = filter.filter(list);
  return list;
}
