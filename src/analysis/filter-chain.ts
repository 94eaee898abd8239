import { type Chain, chainOf } from "./custom-chain.ts";
import type { TokenFilter } from "./token-list.ts";

/**
 * Combines filters into one; each is placed after the previous ones and after the components of `before`. `componentOf`
 * looks up filters by name.
 */
export function filterChain(
  before: Chain,
  names: readonly string[],
  componentOf: (name: string) => TokenFilter,
): TokenFilter {
  const parts = names.map((name) => ({ name, component: componentOf(name) }));
  const chain = chainOf(before.charFilters, before.tokenizer, [...before.tokenFilters, ...parts]);
  const own = chain.tokenFilters.slice(before.tokenFilters.length).map((part) => part.component);
  return {
    filter: (list) => own.reduce((current, filter) => filter.filter(current), list),
    updateable: own.some((filter) => filter.updateable),
  };
}
