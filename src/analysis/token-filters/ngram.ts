import type { TokenFilterKind } from "../component.ts";
import { gramFilter } from "../ngrams/gram-filter.ts";
import { limitedGramSizes } from "../ngrams/gram-sizes.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";

export const ngram: TokenFilterKind = {
  name: "ngram",
  summary: "Cuts tokens into runs of some characters.",

  create(parameters) {
    const sizes = limitedGramSizes(parameters);
    const filter = gramFilter({
      sizes,
      preserveOriginal: parameters.boolean("preserve_original", false),
      place: "anywhere",
    });
    return { ...filter, forSynonyms: () => refuseSynonyms(parameters.name) };
  },
};
