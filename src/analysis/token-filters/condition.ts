import { illegalArgument } from "../../core/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { refuseAnalysisScript } from "../refuse-analysis-script.ts";

/** Filters for the tokens that a script picks. Without a language for scripts, what is well formed is refused for its script. */
export const condition: TokenFilterKind = {
  name: "condition",
  summary: "Applies filters to the tokens that a script picks; refused until there are scripts.",
  byName: false,

  create(parameters) {
    if ((parameters.list("filter") ?? []).length === 0) throw illegalArgument(`Empty list of filters provided to tokenfilter [${parameters.name}]`);
    return refuseAnalysisScript(parameters);
  },
};
