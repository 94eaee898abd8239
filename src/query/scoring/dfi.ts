/** `DFI`: divergence from independence (Lucene's `DFISimilarity`; Kocabaş, Dinçer and Karaoğlan, 2014). */
import { javaFloat } from "../../core/float32.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { computedScorer, log2, type ScoreFormula, type TermInField, told } from "./computed-similarity.ts";
import type { Similarity } from "./similarity.ts";

/** Measures of how far a frequency exceeds the expected one, by documented name. */
const measures: NameTable<(frequency: number, expected: number) => number> = nameTable({
  standardized: (frequency, expected) => (frequency - expected) / Math.sqrt(expected),
  saturated: (frequency, expected) => (frequency - expected) / expected,
  chisquared: (frequency, expected) => ((frequency - expected) * (frequency - expected)) / expected,
});

/** The expected occurrences in a document of this length if the term were spread evenly. */
function expectedOf({ occurrences, tokens }: TermInField, length: number): number {
  return ((occurrences + 1) * length) / (tokens + 1);
}

function formula(measure: (frequency: number, expected: number) => number): ScoreFormula {
  const score: ScoreFormula["score"] = (term, frequency, length) => {
    const expected = expectedOf(term, length);
    return frequency <= expected ? 0 : term.boost * log2(measure(frequency, expected) + 1);
  };
  return {
    score,
    explain(term, frequency, length) {
      const expected = expectedOf(term, length);
      const expectation = told(expected, "expected, computed as (F + 1) * dl / (T + 1) from:", [
        told(term.occurrences, "F, total number of occurrences of term across all docs"),
        told(length, "dl, length of field"),
        told(term.tokens, "T, total number of tokens in the field"),
      ]);
      const name = `score(DFISimilarity, freq=${javaFloat(frequency.value)})`;
      if (frequency.value <= expected) return told(0, `${name}, equals to 0`);
      const independence = measure(frequency.value, expected);
      return told(score(term, frequency.value, length), `${name}, computed as boost * log2(measure + 1) from:`, [
        told(term.boost, "boost, query boost"),
        told(independence, "measure, computed as independence.score(freq, expected) from:", [frequency, expectation]),
      ]);
    },
  };
}

export const dfi: Similarity = {
  type: "DFI",
  scorer({ values }, boost, field, terms) {
    const measure = measures[String(values["independence_measure"])];
    return computedScorer(formula(measure ?? measures["standardized"]!), boost, field, terms);
  },
};
