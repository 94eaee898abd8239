/** `IB`: information-based (Lucene's `IBSimilarity`; Clinchant and Gaussier, 2010). */
import { javaFloat } from "../../core/float32.ts";
import { ownOf } from "../../core/names.ts";
import type { Explanation } from "../query.ts";
import { computedScorer, type ScoreFormula, type TermInField, told } from "./computed-similarity.ts";
import { type Normalization, normalizations } from "./normalization.ts";
import type { Similarity } from "./similarity.ts";

interface Distribution {
  readonly name: string;
  score(tfn: number, lambda: number): number;
}

interface Lambda {
  of(term: TermInField): number;
  explain(term: TermInField): Explanation;
}

/** The greatest float32 below one: lambda must not be one. */
const BELOW_ONE = 1 - 2 ** -24;

const logLogistic: Distribution = {
  name: "DistributionLL",
  score: (tfn, lambda) => -Math.log(lambda / (tfn + lambda)),
};

const smoothedPowerLaw: Distribution = {
  name: "DistributionSPL",
  score(tfn, lambda) {
    let q = Math.pow(lambda, 1 - 1 / (tfn + 1));
    // Rounding must not make the logarithm infinite.
    if (q === lambda) q = lambda + lambda * Number.EPSILON;
    return -Math.log((q - lambda) / (1 - lambda));
  },
};

function lambdaOf(count: number, documents: number): number {
  const lambda = Math.fround((count + 1) / (documents + 1));
  return lambda === 1 ? BELOW_ONE : lambda;
}

const documentsOf = ({ documents }: TermInField): Explanation =>
  told(documents, "N, total number of documents with field");

const byDocuments: Lambda = {
  of: ({ documentFrequency, documents }) => lambdaOf(documentFrequency, documents),
  explain: (term) =>
    told(byDocuments.of(term), "LambdaDF, computed as (n + 1) / (N + 1) from:", [
      told(term.documentFrequency, "n, number of documents containing term"),
      documentsOf(term),
    ]),
};

const byOccurrences: Lambda = {
  of: ({ occurrences, documents }) => lambdaOf(occurrences, documents),
  explain: (term) =>
    told(byOccurrences.of(term), "LambdaTTF, computed as (F + 1) / (N + 1) from:", [
      told(term.occurrences, "F, total number of occurrences of term across all documents"),
      documentsOf(term),
    ]),
};

function formula(distribution: Distribution, lambda: Lambda, normalization: Normalization, c: number): ScoreFormula {
  const information = (term: TermInField, frequency: number, length: number): number =>
    distribution.score(normalization.frequency(term, frequency, length, c), lambda.of(term));
  return {
    score: (term, frequency, length) => term.boost * information(term, frequency, length),
    explain(term, frequency, length) {
      // Explanations continue with the float32 value of the previous step.
      const tfn = Math.fround(normalization.frequency(term, frequency.value, length, c));
      const found = distribution.score(tfn, lambda.of(term));
      return told(
        term.boost * information(term, frequency.value, length),
        `score(IBSimilarity, freq=${javaFloat(frequency.value)}), computed as boost * distribution.score(stats, normalization.tfn(stats, freq, docLen), lambda.lambda(stats)) from:`,
        [
          ...(term.boost === 1 ? [] : [told(term.boost, "boost, query boost")]),
          normalization.explain(term, frequency, length, c),
          lambda.explain(term),
          told(found, distribution.name),
        ],
      );
    },
  };
}

export const ib: Similarity = {
  type: "IB",
  scorer({ values }, boost, field, terms) {
    const distribution = values["distribution"] === "spl" ? smoothedPowerLaw : logLogistic;
    const lambda = values["lambda"] === "ttf" ? byOccurrences : byDocuments;
    const normalization = ownOf(normalizations, String(values["normalization"])) ?? normalizations["no"]!;
    return computedScorer(formula(distribution, lambda, normalization, Number(values["c"])), boost, field, terms);
  },
};
