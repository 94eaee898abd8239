import { illegalArgument } from "../../core/errors.ts";
import type { TokenFilterKind } from "../component.ts";

/** Keeps the first tokens. */
export const limit: TokenFilterKind = {
  name: "limit",
  summary: "Keeps only the first tokens.",

  create(parameters) {
    const count = parameters.integer("max_token_count", 1);
    // Only says whether the rest is read, which no one can see here.
    parameters.boolean("consume_all_tokens", false);
    if (count < 1) throw illegalArgument("maxTokenCount must be greater than zero");
    return {
      filter(list) {
        const tokens = list.tokens.slice(0, count);
        return { ...list, tokens, nextPosition: tokens.length < list.tokens.length ? tokens.at(-1)!.position + 1 : list.nextPosition };
      },
    };
  },
};
