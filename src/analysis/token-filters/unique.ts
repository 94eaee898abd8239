import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";

/** Drops repeated tokens: of the whole text, or of one position. */
export const unique: TokenFilterKind = {
  name: "unique",
  summary: "Drops tokens that were there before.",

  create(parameters) {
    const onlyOnSamePosition = parameters.boolean("only_on_same_position", false);
    return {
      filter(list) {
        const seen = new Set<string>();
        const tokens: Token[] = [];
        // Positions close up: unlike stop words, dropped duplicates leave no hole.
        let dropped = 0;
        let previous = -1;
        for (const token of list.tokens) {
          if (onlyOnSamePosition && token.position !== previous) seen.clear();
          if (seen.has(token.text)) {
            if (token.position !== previous) dropped += token.position - previous;
          } else {
            seen.add(token.text);
            tokens.push(dropped === 0 ? token : { ...token, position: token.position - dropped });
          }
          previous = token.position;
        }
        return { ...list, tokens, nextPosition: list.nextPosition - dropped };
      },
    };
  },
};
