/** The parameters that `synonym` and `synonym_graph` share, and the filter made of them. */
import { illegalArgument, RequestError } from "../../core/errors.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import type { Chain, Part } from "../custom-chain.ts";
import { chainAnalyzer } from "../text-analyzer.ts";
import { identityFilter, type TokenFilter, type TokenList } from "../token-list.ts";
import type { SynonymMap } from "./synonym-map.ts";
import { readSynonymRules } from "./synonym-rules.ts";

/** A filter that is only made in its chain. */
interface SynonymFilter extends TokenFilter {
  inChain(before: Chain): TokenFilter;
}

/** A synonym filter: its rules are analysed by what stands before it in its chain. */
export function synonymFilter(parameters: ComponentParameters, apply: (list: TokenList, map: SynonymMap) => TokenList): SynonymFilter {
  const updateable = parameters.boolean("updateable", false);
  const { lines, origin } = rulesOf(parameters, updateable);
  const options = {
    format: parameters.string("format") === "wordnet" ? ("wordnet" as const) : ("solr" as const),
    expand: parameters.boolean("expand", true),
    lenient: parameters.boolean("lenient", updateable),
    origin,
  };
  return {
    updateable,
    // Never run: a chain always asks for its own form first.
    filter: (list) => list,
    inChain(before) {
      const map = readSynonymRules(lines, chainAnalyzer("synonyms", chainOfRules(before)), options);
      return map.size === 0 ? { ...identityFilter, updateable } : { updateable, filter: (list) => apply(list, map) };
    },
  };
}

function chainOfRules(before: Chain): Chain {
  const tokenFilters = before.tokenFilters.map(({ name, component }): Part<TokenFilter> => ({
    name,
    component: component.forSynonyms ? component.forSynonyms() : component,
  }));
  return { ...before, tokenFilters };
}

/** The rules as lines, and where they come from. */
function rulesOf(parameters: ComponentParameters, updateable: boolean): { lines: readonly string[]; origin: string } {
  const set = parameters.string("synonyms_set");
  if (set !== undefined) {
    if (!updateable) {
      throw illegalArgument("Can't apply [synonyms_set]! Loading synonyms from index is supported only for search time synonyms!");
    }
    const rules = parameters.surroundings.synonymsSet(set);
    if (rules === undefined) throw new RequestError(404, "resource_not_found_exception", `Synonyms set [${set}] not found`);
    return { lines: rules, origin: `[${set}] synonyms_set in .synonyms index` };
  }
  const lines = parameters.list("synonyms");
  if (lines !== undefined) return { lines, origin: `'${parameters.name}' analyzer settings` };
  const path = parameters.string("synonyms_path");
  if (path === undefined) throw illegalArgument("synonym requires either `synonyms`, `synonyms_set` or `synonyms_path` to be configured");
  return { lines: parameters.surroundings.readFile("synonyms_path", path).split(/\r\n|[\n\r]/), origin: path };
}
