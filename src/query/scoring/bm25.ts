/**
 * `BM25` as Elasticsearch 8 computes it: Lucene's `LegacyBM25Similarity` (which multiplies the boost by k1 + 1) over
 * `BM25Similarity`, in float32 steps. Documents in memory (percolate) have the latter alone.
 */
import { javaFloat } from "../../core/float32.ts";
import type { SimilarityDefinition } from "../../mapping/similarities.ts";
import type { Explanation, FieldStatistics, TermStatistics } from "../query.ts";
import { explained } from "./explanation.ts";
import { LAST_EXACT_NORM, normLengths } from "./norm-length.ts";
import type { Similarity } from "./similarity.ts";

const f32 = Math.fround;

/** ln(1 + (N - n + 0.5) / (n + 0.5)), computed in double, kept as float32. */
export function idf(docFreq: number, docCount: number): number {
  return f32(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));
}

/** Average field length, float32. */
function averageLength(field: FieldStatistics): number {
  return f32(field.sumTotalTermFreq / field.docCount);
}

/** The parameters of the similarity, float32. */
interface Parameters {
  readonly k1: number;
  readonly b: number;
}

/** 1 / (k1 × (1 - b + b × length / average)). */
function inverse({ k1, b }: Parameters, length: number, average: number): number {
  return f32(1 / f32(k1 * f32(f32(1 - b) + f32(f32(b * length) / average))));
}

/** Tables by similarity and average length. */
const tables = new WeakMap<SimilarityDefinition, Map<number, Float32Array>>();
const TABLES_KEPT = 64;

/**
 * The table of inverse norms for an average length. Recent ones are cached, as most queries of a shard use the same.
 */
function normInverses(definition: SimilarityDefinition, parameters: Parameters, average: number): Float32Array {
  let own = tables.get(definition);
  if (!own) tables.set(definition, (own = new Map<number, Float32Array>()));
  const kept = own.get(average);
  if (kept) return kept;
  const table = Float32Array.from(normLengths, (length) => inverse(parameters, length, average));
  if (own.size >= TABLES_KEPT) own.clear();
  own.set(average, table);
  return table;
}

function explainIdf(field: FieldStatistics, term: TermStatistics): Explanation {
  return explained(idf(term.docFreq, field.docCount), "idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:", [
    explained(term.docFreq, "n, number of documents containing term"),
    explained(field.docCount, "N, total number of documents with field"),
  ]);
}

function explainTf(parameters: Parameters, freq: Explanation, norm: number, average: number): Explanation {
  const length = normLengths[norm] ?? 0;
  const value = f32(1 - f32(1 / f32(1 + f32(f32(freq.value) * inverse(parameters, length, average)))));
  return explained(value, "tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:", [
    freq,
    explained(parameters.k1, "k1, term saturation parameter"),
    explained(parameters.b, "b, length normalization parameter"),
    explained(length, norm > LAST_EXACT_NORM ? "dl, length of field (approximate)" : "dl, length of field"),
    explained(average, "avgdl, average length of field"),
  ]);
}

export const bm25: Similarity = {
  type: "BM25",

  scorer(definition, boost, field, terms) {
    const parameters = { k1: Number(definition.values["k1"]), b: Number(definition.values["b"]) };
    const legacyBoost = definition.values["legacy"] === false ? boost : f32(boost * f32(1 + parameters.k1));
    // Lucene sums the float idfs of a phrase in double and rounds once.
    const totalIdf = f32(terms.reduce((sum, term) => sum + idf(term.docFreq, field.docCount), 0));
    const average = averageLength(field);
    const weight = f32(legacyBoost * totalIdf);
    return {
      weight,
      normInverse: normInverses(definition, parameters, average),
      explain(freq, norm) {
        const inverses = normInverses(definition, parameters, average);
        const score = f32(weight - f32(weight / f32(1 + f32(f32(freq.value) * (inverses[norm] ?? 0)))));
        const idfs = terms.map((term) => explainIdf(field, term));
        const single = idfs.length === 1 ? idfs[0] : undefined;
        return explained(score, `score(freq=${javaFloat(freq.value)}), computed as boost * idf * tf from:`, [
          ...(legacyBoost === 1 ? [] : [explained(legacyBoost, "boost")]),
          single ?? explained(totalIdf, "idf, sum of:", idfs),
          explainTf(parameters, freq, norm, average),
        ]);
      },
    };
  },
};
