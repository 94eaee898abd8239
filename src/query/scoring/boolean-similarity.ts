/** `boolean`: a match scores the boost of its query (Lucene's `BooleanSimilarity`). */
import { javaFloat } from "../../core/float32.ts";
import { explained } from "./explanation.ts";
import type { Similarity } from "./similarity.ts";

const unlimited = new Float32Array(256).fill(Infinity);

export const booleanSimilarity: Similarity = {
  name: "boolean",

  scorer(boost) {
    return {
      weight: boost,
      normInverse: unlimited,
      explain: (freq) =>
        explained(boost, `score(BooleanWeight, freq=${javaFloat(freq.value)}), computed from:`, [explained(boost, "boost, query boost")]),
    };
  },
};
