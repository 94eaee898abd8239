/**
 * What a term or phrase operator scores with. Per matching document of frequency `f` (float32; a phrase's may be
 * fractional) and norm byte `n` (1 where the field or document has no norm):
 *
 *   score = f32(weight - f32(weight / f32(1 + f32(f * normInverse[n]))))
 *
 * every step rounded to float32, in this order (Lucene's `BM25Similarity.BM25Scorer.doScore`). Similarities that do not
 * look at the frequency (`boolean`) have `Infinity` in every entry of the table: the formula then answers `weight`
 * itself.
 */
export interface TermScoring {
  /** boost × (k1 + 1) × idf, a float32. */
  readonly weight: number;
  /** Per norm byte: 1 / (k1 × (1 - b + b × length / averageLength)), float32. */
  readonly normInverse: Float32Array;
}

/** The score of one document, rounded in the same order as by the operators. */
export function termScore(scoring: TermScoring, freq: number, norm: number): number {
  const inverse = scoring.normInverse[norm] ?? 0;
  return Math.fround(scoring.weight - Math.fround(scoring.weight / Math.fround(1 + Math.fround(freq * inverse))));
}
