/** Cuts tokens into n-grams at the token's position (Lucene's NGramTokenFilter and EdgeNGramTokenFilter). */
import type { Token } from "../analyzer.ts";
import type { TokenFilter } from "../token-list.ts";
import type { GramSizes } from "./gram-sizes.ts";

/** Which grams are made of each token. */
export interface GramOptions {
  readonly sizes: GramSizes;
  /** Whether the whole token is kept, too, unless it is one of the grams. */
  readonly preserveOriginal: boolean;
  /** Grams from anywhere in the token, or only from its start or its end. */
  readonly place: "anywhere" | "front" | "back";
}

export function gramFilter({ sizes: { min, max }, preserveOriginal, place }: GramOptions): TokenFilter {
  return {
    filter(list) {
      const tokens: Token[] = [];
      for (const token of list.tokens) {
        const characters = Array.from(token.text);
        const count = characters.length;
        if (preserveOriginal && count < min) tokens.push(token);
        const starts = place === "anywhere" ? count - min + 1 : Math.min(1, count - min + 1);
        for (let start = 0; start < starts; start++) {
          for (let size = min; size <= max && start + size <= count; size++) {
            const from = place === "back" ? count - size : start;
            tokens.push({ ...token, text: characters.slice(from, from + size).join("") });
          }
        }
        if (preserveOriginal && count > max) tokens.push(token);
      }
      // A token that produces no gram leaves a hole, but holes at the end of the text are dropped.
      return { ...list, tokens, nextPosition: (list.tokens.at(-1)?.position ?? -1) + 1 };
    },
  };
}
