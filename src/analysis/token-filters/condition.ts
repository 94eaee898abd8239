import type { TokenFilterKind } from "../component.ts";
import { refuseAnalysisScript } from "../refuse-analysis-script.ts";

/** Filters for the tokens that a script picks. Without a language for scripts, what is well formed is refused for its script. */
export const condition: TokenFilterKind = {
  name: "condition",
  summary: "Applies filters to the tokens that a script picks; refused until there are scripts.",
  byName: false,
  create: (parameters) => refuseAnalysisScript(parameters),
};
