import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { filterRuns } from "../conditional-filter.ts";
import type { Chain } from "../custom-chain.ts";
import { filterChain } from "../filter-chain.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";
import { identityFilter, type TokenFilter, type TokenList } from "../token-list.ts";
import { removeDuplicatesFilter } from "./remove-duplicates.ts";

/**
 * Passes every token through several filters, with all outputs at its position (Elasticsearch's
 * MultiplexerTokenFilterFactory).
 */
export const multiplexer: TokenFilterKind = {
  name: "multiplexer",
  summary: "Sends every token through several filters and gives all that comes out, without what is there twice.",

  create(parameters) {
    const preserveOriginal = parameters.boolean("preserve_original", true);
    const names = parameters.list("filters") ?? [];
    const forSynonyms = (): TokenFilter => (preserveOriginal ? identityFilter : refuseSynonyms(parameters.name));
    return {
      // Never runs: a chain always uses `inChain` instead.
      filter: (list) => list,
      inChain(before) {
        const branches = names.map((name) => branchOf(name, parameters, before));
        const filters = preserveOriginal ? [identityFilter, ...branches] : branches;
        const updateable = branches.some((branch) => branch.updateable);
        return { updateable, forSynonyms, filter: (list) => removeDuplicatesFilter.filter(multiplex(list, filters)) };
      },
      forSynonyms,
    };
  },
};

/** One filter, or a comma-separated sequence of filters. */
function branchOf(names: string, parameters: ComponentParameters, before: Chain): TokenFilter {
  const split = names.split(",").map((name) => name.trim());
  return filterChain(before, split, (name) => {
    const component = parameters.surroundings.tokenFilter(name);
    if (!component)
      throw illegalArgument(`Multiplexing filter [${parameters.name}] refers to undefined tokenfilter [${name}]`);
    return component;
  });
}

/** Copies each token once per filter, and filters each copy with one of them. A single filter gets the whole text. */
function multiplex(list: TokenList, filters: readonly TokenFilter[]): TokenList {
  const tokens = list.tokens.flatMap((token) => filters.map(() => token));
  return filterRuns({ ...list, tokens }, (index) => filters[index % filters.length]);
}
