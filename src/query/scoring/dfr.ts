/** `DFR`: divergence from randomness (Lucene's `DFRSimilarity`; Amati and van Rijsbergen, 2002). */
import { javaFloat } from "../../core/float32.ts";
import { ownOf } from "../../core/names.ts";
import type { Explanation } from "../query.ts";
import { computedScorer, log2, type ScoreFormula, type TermInField, told } from "./computed-similarity.ts";
import { type Normalization, normalizations } from "./normalization.ts";
import type { Similarity } from "./similarity.ts";

/** How surprising a normalized frequency is; `effect` is the after-effect multiplied by (1 + tfn). */
interface BasicModel {
  score(term: TermInField, tfn: number, effect: number): number;
  explain(term: TermInField, tfn: number): Explanation;
}

/** The risk of accepting the term as a descriptor of the document. */
interface AfterEffect {
  /** The after-effect multiplied by (1 + tfn). */
  scale(term: TermInField): number;
  explain(term: TermInField, tfn: number): Explanation;
}

const normalized = (tfn: number): Explanation => told(tfn, "tfn, normalized term frequency");
const documents = ({ documents: count }: TermInField): Explanation =>
  told(count, "N, total number of documents with field");

/** The models of the form factor × tfn, written as factor × (1 + tfn) - factor. */
function proportional(factor: (term: TermInField) => number, explain: BasicModel["explain"]): BasicModel {
  return { score: (term, tfn, effect) => factor(term) * effect * (1 - 1 / (1 + tfn)), explain };
}

const inFactor = ({ documents: count, documentFrequency }: TermInField): number =>
  log2((count + 1) / (documentFrequency + 0.5));
const ifFactor = ({ documents: count, occurrences }: TermInField): number =>
  log2(1 + (count + 1) / (occurrences + 0.5));
const expected = ({ documents: count, occurrences }: TermInField): number =>
  count * (1 - Math.pow((count - 1) / count, occurrences));
const ineFactor = (term: TermInField): number => log2((term.documents + 1) / (expected(term) + 0.5));

const geometric: BasicModel = {
  score({ documents: count, occurrences }, tfn, effect) {
    const f = occurrences + 1;
    const lambda = f / (count + f);
    const a = log2(lambda + 1);
    const b = log2((1 + lambda) / lambda);
    return (b - (b - a) / (1 + tfn)) * effect;
  },
  explain(term, tfn) {
    const f = term.occurrences + 1;
    const lambda = f / (term.documents + f);
    return told(
      log2(lambda + 1) + tfn * log2((1 + lambda) / lambda),
      "BasicModelG, computed as log2(lambda + 1) + tfn * log2((1 + lambda) / lambda) from:",
      [
        normalized(tfn),
        told(lambda, "lambda, computed as F / (N + F) from:", [
          told(f, "F, total number of occurrences of term across all docs + 1"),
          documents(term),
        ]),
      ],
    );
  },
};

const models: Readonly<Record<string, BasicModel>> = {
  g: geometric,
  in: proportional(inFactor, (term, tfn) =>
    told(tfn * inFactor(term), "BasicModelIn, computed as tfn * log2((N + 1) / (n + 0.5)) from:", [
      normalized(tfn),
      documents(term),
      told(term.documentFrequency, "n, number of documents containing term"),
    ]),
  ),
  if: proportional(ifFactor, (term, tfn) =>
    told(tfn * ifFactor(term), "BasicModelIF, computed as tfn * log2(1 + (N + 1) / (F + 0.5)) from:", [
      normalized(tfn),
      documents(term),
      told(term.occurrences, "F, total number of occurrences of term across all documents"),
    ]),
  ),
  ine: proportional(ineFactor, (term, tfn) =>
    told(tfn * ineFactor(term), "BasicModelIne, computed as tfn * log2((N + 1) / (ne + 0.5)) from:", [
      normalized(tfn),
      told(expected(term), "ne, computed as N * (1 - Math.pow((N - 1) / N, F)) from:", [
        told(term.occurrences, "F, total number of occurrences of term across all docs"),
        documents(term),
      ]),
    ]),
  ),
};

/** One more than in the paper: Lucene adds one to F before, and again here. */
const bernoulli = ({ occurrences, documentFrequency }: TermInField): number =>
  (occurrences + 2) / (documentFrequency + 1);

const effects: Readonly<Record<string, AfterEffect>> = {
  l: {
    scale: () => 1,
    explain: (_term, tfn) => told(1 / (tfn + 1), "AfterEffectL, computed as 1 / (tfn + 1) from:", [normalized(tfn)]),
  },
  b: {
    scale: bernoulli,
    explain: (term, tfn) =>
      told(bernoulli(term) / (1 + tfn), "AfterEffectB, computed as (F + 1) / (n * (tfn + 1)) from:", [
        normalized(tfn),
        told(term.occurrences, "F, total number of occurrences of term across all documents + 1"),
        told(term.documentFrequency, "n, number of documents containing term + 1"),
        normalized(tfn),
      ]),
  },
};

function formula(model: BasicModel, effect: AfterEffect, normalization: Normalization, c: number): ScoreFormula {
  const score: ScoreFormula["score"] = (term, frequency, length) =>
    term.boost * model.score(term, normalization.frequency(term, frequency, length, c), effect.scale(term));
  return {
    score,
    explain(term, frequency, length) {
      // Explanations continue with the float32 value of the previous step.
      const tfn = Math.fround(normalization.frequency(term, frequency.value, length, c));
      return told(
        score(term, frequency.value, length),
        `score(DFRSimilarity, freq=${javaFloat(frequency.value)}), computed as boost * basicModel.score(stats, tfn) * afterEffect.score(stats, tfn) from:`,
        [
          ...(term.boost === 1 ? [] : [told(term.boost, "boost, query boost")]),
          normalization.explain(term, frequency, length, c),
          model.explain(term, tfn),
          effect.explain(term, tfn),
        ],
      );
    },
  };
}

export const dfr: Similarity = {
  type: "DFR",
  scorer({ values }, boost, field, terms) {
    const model = ownOf(models, String(values["basic_model"])) ?? geometric;
    const effect = ownOf(effects, String(values["after_effect"])) ?? {
      scale: () => 1,
      explain: () => told(1, "no aftereffect"),
    };
    const normalization = ownOf(normalizations, String(values["normalization"]));
    return computedScorer(
      formula(model, effect, normalization ?? normalizations["no"]!, Number(values["c"])),
      boost,
      field,
      terms,
    );
  },
};
