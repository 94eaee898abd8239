/** `boolean`: a match scores the boost of its query (Lucene's `BooleanSimilarity`). */
import { explained } from "./explanation.ts";
import type { Similarity } from "./similarity.ts";

const unlimited = new Float32Array(256).fill(Infinity);

export const booleanSimilarity: Similarity = {
  type: "boolean",

  scorer(_definition, boost) {
    return {
      weight: boost,
      normInverse: unlimited,
      explain: () => explained(boost, "score(BooleanWeight), computed from:", [explained(boost, "boost, query boost")]),
    };
  },
};
