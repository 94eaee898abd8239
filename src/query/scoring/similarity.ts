/** How documents that match a term or phrase are scored: the similarities that fields can have. */
import type { SimilarityDefinition, SimilarityType } from "../../mapping/similarities.ts";
import type { Explanation, FieldStatistics, TermStatistics } from "../query.ts";
import { bm25 } from "./bm25.ts";
import { booleanSimilarity } from "./boolean-similarity.ts";
import { dfi } from "./dfi.ts";
import { dfr } from "./dfr.ts";
import { ib } from "./ib.ts";
import { lmDirichlet, lmJelinekMercer } from "./language-model.ts";
import { scripted } from "./scripted.ts";
import type { TermScoring } from "./term-scoring.ts";

interface Explaining {
  /** The tree below "weight(…) [PerFieldSimilarity], result of:". */
  explain(freq: Explanation, norm: number): Explanation;
}

/** Scoring of a term or phrase by the formula that the kernel implements, with its explanation. */
export interface FormulaScorer extends TermScoring, Explaining {}

/** Scoring by any other formula, document by document. */
export interface ComputedScorer extends Explaining {
  /** Float32 score of a document with this frequency (float32) and norm byte. */
  compute(freq: number, norm: number): number;
}

export type Scorer = FormulaScorer | ComputedScorer;

/** A documented type of similarity. */
export interface Similarity {
  readonly type: SimilarityType;
  /** `terms`: one for a term, several for a phrase, each with its text for explanations. `boost` is a float32. */
  scorer(
    definition: SimilarityDefinition,
    boost: number,
    field: FieldStatistics,
    terms: readonly TermStatistics[],
  ): Scorer;
}

/** All similarity types. */
export const similarities: readonly Similarity[] = [
  bm25,
  booleanSimilarity,
  dfi,
  dfr,
  ib,
  lmDirichlet,
  lmJelinekMercer,
  scripted,
];

const byType = new Map(similarities.map((similarity) => [similarity.type, similarity]));

/** The scorer of terms of a field that has this similarity. */
export function scorerOf(
  definition: SimilarityDefinition,
  boost: number,
  field: FieldStatistics,
  terms: readonly TermStatistics[],
): Scorer {
  return (byType.get(definition.type) ?? bm25).scorer(definition, boost, field, terms);
}

/** The scorer if the kernel implements its formula, else undefined. */
export function formulaOf(scorer: Scorer | undefined): FormulaScorer | undefined {
  return scorer && "weight" in scorer ? scorer : undefined;
}

/** The scorer if it has its own formula, else undefined. */
export function computedOf(scorer: Scorer | undefined): ComputedScorer | undefined {
  return scorer && "compute" in scorer ? scorer : undefined;
}
