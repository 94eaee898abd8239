/** Combines char filters, a tokenizer and token filters. */
import type { Token } from "./analyzer.ts";
import type { CharFilter, TokenFilter, TokenList, Tokenizer } from "./token-list.ts";

/** A component with its name in the chain. */
export interface Part<Component> {
  readonly name: string;
  readonly component: Component;
}

/** A chain as the user configured it. */
export interface Chain {
  readonly charFilters: readonly Part<CharFilter>[];
  readonly tokenizer: Part<Tokenizer>;
  readonly tokenFilters: readonly Part<TokenFilter>[];
}

/** Builds a chain; each filter is told what precedes it. */
export function chainOf(
  charFilters: readonly Part<CharFilter>[],
  tokenizer: Part<Tokenizer>,
  tokenFilters: readonly Part<TokenFilter>[],
): Chain {
  const ready: Part<TokenFilter>[] = [];
  for (const { name, component } of tokenFilters) {
    const before = { charFilters, tokenizer, tokenFilters: [...ready] };
    ready.push({ name, component: component.inChain?.(before) ?? component });
  }
  return { charFilters, tokenizer, tokenFilters: ready };
}

/** Names of the filters that may be used only at search time. */
export function updateableFilters(chain: Chain): string[] {
  return chain.tokenFilters.filter((part) => part.component.updateable).map((part) => part.name);
}

/** Analyzes a text; offsets refer to the original text. */
export function runChain(chain: Chain, text: string): TokenList {
  let list = tokenizeChain(chain, text);
  for (const { component } of chain.tokenFilters) list = component.filter(list);
  return list;
}

/** The text after each of the char filters, in order. */
export function charFilteredTexts(chain: Chain, text: string): string[] {
  let current = text;
  return chain.charFilters.map(({ component }) => (current = component.filter(current).text));
}

/** The tokens of the tokenizer, before any token filter. */
export function tokenizeChain(chain: Chain, text: string): TokenList {
  let current = text;
  const corrections: ((offset: number) => number)[] = [];
  for (const { component } of chain.charFilters) {
    const filtered = component.filter(current);
    current = filtered.text;
    corrections.unshift((offset) => filtered.original(offset));
  }
  const list = chain.tokenizer.component.tokenize(current);
  if (corrections.length === 0) return list;
  const original = (offset: number): number => corrections.reduce((value, correct) => correct(value), offset);
  const tokens: Token[] = list.tokens.map((token) => ({
    ...token,
    startOffset: original(token.startOffset),
    endOffset: original(token.endOffset),
  }));
  return { tokens, nextPosition: list.nextPosition, endOffset: original(list.endOffset) };
}
