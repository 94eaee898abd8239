import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import type { TokenFilter } from "../token-list.ts";

/** Drops duplicates at the same position (Lucene's RemoveDuplicatesTokenFilter). */
export const removeDuplicatesFilter: TokenFilter = {
  filter(list) {
    const seen = new Set<string>();
    const tokens: Token[] = [];
    let position = -1;
    for (const token of list.tokens) {
      if (token.position !== position) seen.clear();
      position = token.position;
      if (seen.has(token.text)) continue;
      seen.add(token.text);
      tokens.push(token);
    }
    return { ...list, tokens };
  },
};

export const removeDuplicates: TokenFilterKind = {
  name: "remove_duplicates",
  summary: "Drops tokens that stand twice at one position.",
  create: () => removeDuplicatesFilter,
};
