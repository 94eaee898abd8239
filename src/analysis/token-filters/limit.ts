import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";

/** Keeps the first tokens. */
export const limit: TokenFilterKind = {
  name: "limit",
  summary: "Keeps only the first tokens.",

  create(parameters) {
    const count = parameters.integer("max_token_count", 1);
    const consumeAll = parameters.boolean("consume_all_tokens", false);
    if (count < 1) throw illegalArgument("maxTokenCount must be greater than zero");
    return {
      filter(list) {
        if (list.tokens.length < count) return list;
        const tokens = list.tokens.slice(0, count);
        const { position, endOffset } = tokens[count - 1]!;
        // The tokenizer stops here, unless all tokens must be consumed.
        if (!consumeAll) return { ...list, tokens, nextPosition: position + 1, endOffset };
        const holesAtEnd = list.nextPosition - 1 - list.tokens.at(-1)!.position;
        return { ...list, tokens, nextPosition: position + 1 + holesAtEnd };
      },
    };
  },
};
