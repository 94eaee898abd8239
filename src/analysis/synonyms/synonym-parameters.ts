/** The parameters shared by `synonym` and `synonym_graph`, and their filter. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import type { Chain, Part } from "../custom-chain.ts";
import { chainAnalyzer } from "../text-analyzer.ts";
import { identityFilter, type TokenFilter, type TokenList } from "../token-list.ts";
import type { SynonymMap } from "./synonym-map.ts";
import { readSynonymRules } from "./synonym-rules.ts";

/** A filter that is built only within a chain. */
interface SynonymFilter extends TokenFilter {
  inChain(before: Chain): TokenFilter;
}

/** The origin of rules. */
interface RuleSource {
  /** Reads the rules. Called only by a chain: an unused filter may name a missing file or set. */
  lines(): readonly string[];
  /** Description for errors. */
  readonly origin: string;
  /** Absent when the rules are not from a set. */
  readonly set?: string;
}

/** A synonym filter, whose rules are analyzed by the preceding components of its chain. */
export function synonymFilter(
  parameters: ComponentParameters,
  apply: (list: TokenList, map: SynonymMap) => TokenList,
): SynonymFilter {
  const updateable = parameters.boolean("updateable", false);
  const lenient = parameters.boolean("lenient", updateable);
  const source = sourceOf(parameters, updateable, lenient);
  const options = {
    format: parameters.string("format") === "wordnet" ? ("wordnet" as const) : ("solr" as const),
    expand: parameters.boolean("expand", true),
    lenient,
    origin: source.origin,
  };
  const about = { updateable, synonymsSet: source.set };
  return {
    ...about,
    // Never runs: a chain always uses `inChain` instead.
    filter: (list) => list,
    inChain(before) {
      const map = readSynonymRules(source.lines(), chainAnalyzer("synonyms", chainOfRules(before)), options);
      return map.size === 0 ? { ...identityFilter, ...about } : { ...about, filter: (list) => apply(list, map) };
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

/** The first parameter present of `synonyms`, `synonyms_set`, `synonyms_path`. Throws 400 when there is none. */
function sourceOf(parameters: ComponentParameters, updateable: boolean, lenient: boolean): RuleSource {
  const { name, surroundings } = parameters;
  if (parameters.string("synonyms") !== undefined)
    return { lines: () => parameters.words("synonyms") ?? [], origin: `'${name}' analyzer settings` };
  const set = parameters.string("synonyms_set");
  if (set !== undefined) {
    const lines = (): readonly string[] => {
      if (!updateable)
        throw illegalArgument(
          "Can't apply [synonyms_set]! Loading synonyms from index is supported only for search time synonyms!",
        );
      const rules = surroundings.synonymsSet(set);
      if (rules === undefined && !lenient)
        throw new RequestError(404, "resource_not_found_exception", `synonyms set [${set}] not found`);
      return rules ?? [];
    };
    return { lines, origin: `[${set}] synonyms_set in .synonyms index`, set };
  }
  const path = parameters.string("synonyms_path");
  if (path === undefined)
    throw illegalArgument("synonym requires either `synonyms`, `synonyms_set` or `synonyms_path` to be configured");
  return { lines: () => parameters.lines("synonyms_path", path), origin: path };
}
