/**
 * `BM25` as Elasticsearch 8 computes it: Lucene's `LegacyBM25Similarity` (which multiplies the boost by k1 + 1) over
 * `BM25Similarity`, with k1 = 1.2 and b = 0.75, in float32 steps.
 */
import { javaFloat } from "../../core/float32.ts";
import type { Explanation, FieldStatistics, TermStatistics } from "../query.ts";
import { explained } from "./explanation.ts";
import { LAST_EXACT_NORM, normLengths } from "./norm-length.ts";
import type { Similarity } from "./similarity.ts";

const f32 = Math.fround;
const K1 = f32(1.2);
const B = f32(0.75);

/** ln(1 + (N - n + 0.5) / (n + 0.5)), computed in double, kept as float32. */
export function idf(docFreq: number, docCount: number): number {
  return f32(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));
}

/** Average field length, float32. */
function averageLength(field: FieldStatistics): number {
  return f32(field.sumTotalTermFreq / field.docCount);
}

/** 1 / (k1 × (1 - b + b × length / average)). */
function inverse(length: number, average: number): number {
  return f32(1 / f32(K1 * f32(f32(1 - B) + f32(f32(B * length) / average))));
}

const tables = new Map<number, Float32Array>();
const TABLES_KEPT = 64;

/** The norm table of an average length; the last ones are kept, as most queries of a shard ask for the same. */
function normInverses(average: number): Float32Array {
  const kept = tables.get(average);
  if (kept) return kept;
  const table = Float32Array.from(normLengths, (length) => inverse(length, average));
  if (tables.size >= TABLES_KEPT) tables.clear();
  tables.set(average, table);
  return table;
}

function explainIdf(field: FieldStatistics, term: TermStatistics): Explanation {
  return explained(idf(term.docFreq, field.docCount), "idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:", [
    explained(term.docFreq, "n, number of documents containing term"),
    explained(field.docCount, "N, total number of documents with field"),
  ]);
}

function explainTf(freq: Explanation, norm: number, average: number): Explanation {
  const length = normLengths[norm] ?? 0;
  const value = f32(1 - f32(1 / f32(1 + f32(f32(freq.value) * inverse(length, average)))));
  return explained(value, "tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:", [
    freq,
    explained(K1, "k1, term saturation parameter"),
    explained(B, "b, length normalization parameter"),
    explained(length, norm > LAST_EXACT_NORM ? "dl, length of field (approximate)" : "dl, length of field"),
    explained(average, "avgdl, average length of field"),
  ]);
}

export const bm25: Similarity = {
  name: "BM25",

  scorer(boost, field, terms) {
    const legacyBoost = f32(boost * f32(1 + K1));
    // Lucene sums the float idfs of a phrase in double and rounds once.
    const totalIdf = f32(terms.reduce((sum, term) => sum + idf(term.docFreq, field.docCount), 0));
    const average = averageLength(field);
    const weight = f32(legacyBoost * totalIdf);
    return {
      weight,
      normInverse: normInverses(average),
      explain(freq, norm) {
        const inverses = normInverses(average);
        const score = f32(weight - f32(weight / f32(1 + f32(f32(freq.value) * (inverses[norm] ?? 0)))));
        const idfs = terms.map((term) => explainIdf(field, term));
        const single = idfs.length === 1 ? idfs[0] : undefined;
        return explained(score, `score(freq=${javaFloat(freq.value)}), computed as boost * idf * tf from:`, [
          ...(legacyBoost === 1 ? [] : [explained(legacyBoost, "boost")]),
          single ?? explained(totalIdf, "idf, sum of:", idfs),
          explainTf(freq, norm, average),
        ]);
      },
    };
  },
};
