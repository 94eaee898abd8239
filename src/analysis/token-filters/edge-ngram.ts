import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { gramFilter } from "../ngrams/gram-filter.ts";
import { gramSizes } from "../ngrams/gram-sizes.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";

export const edgeNgram: TokenFilterKind = {
  name: "edge_ngram",
  summary: "Cuts the beginnings, or the ends, off tokens.",

  create(parameters) {
    const sizes = gramSizes(parameters);
    const side = parameters.string("side") ?? "front";
    if (side !== "front" && side !== "back") throw illegalArgument(`invalid side: ${side}`);
    const filter = gramFilter({ sizes, preserveOriginal: parameters.boolean("preserve_original", false), place: side });
    return { ...filter, forSynonyms: () => refuseSynonyms(parameters.name) };
  },
};
