import { illegalArgument } from "../../compat/errors.ts";
import { analysisScript, pickedTokens } from "../analysis-script.ts";
import type { TokenFilterKind } from "../component.ts";
import { filterRuns } from "../conditional-filter.ts";
import { filterChain } from "../filter-chain.ts";

/** Applies filters to the tokens that a script selects (Elasticsearch's ScriptedConditionTokenFilterFactory). */
export const condition: TokenFilterKind = {
  name: "condition",
  summary: "Applies filters to the tokens that a script picks.",
  byName: false,

  create(parameters) {
    const script = analysisScript(parameters);
    const names = parameters.list("filter") ?? [];
    if (names.length === 0) throw illegalArgument(`Empty list of filters provided to tokenfilter [${parameters.name}]`);
    return {
      // Never runs: a chain always uses `inChain` instead.
      filter: (list) => list,
      inChain(before) {
        const chosen = filterChain(before, names, (name) => {
          const component = parameters.surroundings.tokenFilter(name);
          if (!component)
            throw illegalArgument(
              `ScriptedConditionTokenFilter [${parameters.name}] refers to undefined token filter [${name}]`,
            );
          return component;
        });
        return {
          updateable: chosen.updateable === true,
          filter(list) {
            const picked = pickedTokens(list, script);
            return filterRuns(list, (index) => (picked[index] ? chosen : undefined));
          },
        };
      },
    };
  },
};
