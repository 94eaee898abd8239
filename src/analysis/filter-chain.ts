import { type Chain, chainOf } from "./custom-chain.ts";
import type { TokenFilter } from "./token-list.ts";

/**
 * Filters as one, each behind the one before it and all behind what stands in a chain; `componentOf` finds them by
 * their names.
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
