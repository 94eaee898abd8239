/**
 * Similarities with their own score formula, computed in double and rounded to float32 at the end (Lucene's
 * `SimilarityBase`).
 */
import type { Explanation, FieldStatistics, TermStatistics } from "../query.ts";
import { explained } from "./explanation.ts";
import { normLengths } from "./norm-length.ts";
import type { ComputedScorer } from "./similarity.ts";

/** What formulas know about a term and its field (Lucene's `BasicStats`). */
export interface TermInField {
  /** The boost of the query, a float32. */
  readonly boost: number;
  /** N: documents with the field. */
  readonly documents: number;
  /** T: tokens of the field in all documents. */
  readonly tokens: number;
  /** avgfl: their average. */
  readonly averageLength: number;
  /** n: documents with the term. */
  readonly documentFrequency: number;
  /** F: occurrences of the term in all documents. */
  readonly occurrences: number;
}

/** A formula with its explanation. */
export interface ScoreFormula {
  /** In double; `frequency` is a float32, `length` the field length decoded from the norm. */
  score(term: TermInField, frequency: number, length: number): number;
  explain(term: TermInField, frequency: Explanation, length: number): Explanation;
}

const f32 = Math.fround;

export function log2(value: number): number {
  return Math.log(value) / Math.log(2);
}

/**
 * The scorer of a formula: for a phrase the sum, in double, of the float32 scores of its terms (Lucene's
 * `MultiSimilarity.MultiSimScorer`).
 */
export function computedScorer(
  formula: ScoreFormula,
  boost: number,
  field: FieldStatistics,
  terms: readonly TermStatistics[],
): ComputedScorer {
  const known = terms.map((term): TermInField => ({
    boost,
    documents: field.docCount,
    tokens: field.sumTotalTermFreq,
    averageLength: field.sumTotalTermFreq / field.docCount,
    documentFrequency: term.docFreq,
    occurrences: term.totalTermFreq,
  }));
  return {
    compute(frequency, norm) {
      const length = normLengths[norm] ?? 1;
      let sum = 0;
      for (const term of known) sum += f32(formula.score(term, frequency, length));
      return f32(sum);
    },
    explain(frequency, norm) {
      const length = normLengths[norm] ?? 1;
      const parts = known.map((term) => formula.explain(term, frequency, length));
      const [only] = parts;
      return only && parts.length === 1 ? only : explained(this.compute(frequency.value, norm), "sum of:", parts);
    },
  };
}

/** A value of a formula for an explanation. */
export function told(value: number, description: string, details?: readonly Explanation[]): Explanation {
  return explained(f32(value), description, details);
}
