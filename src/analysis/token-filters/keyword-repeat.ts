import type { TokenFilterKind } from "../component.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";

/** Outputs every token twice: once for stemmers, once protected from them (Lucene's KeywordRepeatFilter). */
export const keywordRepeat: TokenFilterKind = {
  name: "keyword_repeat",
  summary: "Gives each token twice: as a keyword, which stemmers leave alone, and as it was.",

  create: (parameters) => ({
    attributes: ["keyword"],
    forSynonyms: () => refuseSynonyms(parameters.name),
    filter: (list) => ({
      ...list,
      tokens: list.tokens.flatMap((token) => [
        { ...token, keyword: true },
        { ...token, keyword: false },
      ]),
    }),
  }),
};
