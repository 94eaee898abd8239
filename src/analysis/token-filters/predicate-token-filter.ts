import { analysisScript, pickedTokens } from "../analysis-script.ts";
import type { TokenFilterKind } from "../component.ts";

/** Keeps the tokens that a script selects; the others leave holes (Elasticsearch's ScriptFilteringTokenFilter). */
export const predicateTokenFilter: TokenFilterKind = {
  name: "predicate_token_filter",
  summary: "Keeps only the tokens that a script picks.",
  byName: false,

  create(parameters) {
    const script = analysisScript(parameters);
    return {
      filter(list) {
        const picked = pickedTokens(list, script);
        return { ...list, tokens: list.tokens.filter((_token, index) => picked[index]) };
      },
    };
  },
};
