/** How documents that match a term or phrase are scored: the similarities a field can name. */
import type { Explanation, FieldStatistics, TermStatistics } from "../query.ts";
import { bm25 } from "./bm25.ts";
import { booleanSimilarity } from "./boolean-similarity.ts";
import type { TermScoring } from "./term-scoring.ts";

/** A term's or phrase's scoring together with its explanation. */
export interface Scorer extends TermScoring {
  /** The tree below "weight(…) [PerFieldSimilarity], result of:". */
  explain(freq: Explanation, norm: number): Explanation;
}

/** A documented similarity. */
export interface Similarity {
  readonly name: string;
  /** `terms`: one for a term, several for a phrase, each with its text for the explanation. `boost` is a float32. */
  scorer(boost: number, field: FieldStatistics, terms: readonly TermStatistics[]): Scorer;
}

/** All similarities, by documented name. */
export const similarities: readonly Similarity[] = [bm25, booleanSimilarity];

/** The similarity that a field names; BM25 when there is none of that name (the mapping has refused it before). */
export function similarityNamed(name: string): Similarity {
  return similarities.find((similarity) => similarity.name === name) ?? bm25;
}
