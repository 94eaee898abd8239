import type { TokenFilterKind } from "../component.ts";
import { refuseAnalysisScript } from "../refuse-analysis-script.ts";

/** Keeps the tokens that a script picks. Without a language for scripts, it is refused for its script. */
export const predicateTokenFilter: TokenFilterKind = {
  name: "predicate_token_filter",
  summary: "Keeps only the tokens that a script picks; refused until there are scripts.",
  byName: false,
  create: (parameters) => refuseAnalysisScript(parameters),
};
