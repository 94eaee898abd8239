import type { TokenFilterKind } from "../component.ts";
import { mapTokens } from "../token-list.ts";

/** Handles the token types of the classic tokenizer (Lucene's ClassicFilter). */
export const classic: TokenFilterKind = {
  name: "classic",
  summary: "Drops the possessive `'s` of words and the dots of acronyms that the classic tokenizer found.",

  create: () =>
    mapTokens((token) => {
      if (token.type === "<APOSTROPHE>" && /'[sS]$/.test(token.text))
        return { ...token, text: token.text.slice(0, -2) };
      if (token.type === "<ACRONYM>") return { ...token, text: token.text.replaceAll(".", "") };
      return token;
    }),
};
