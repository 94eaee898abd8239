/** The plan of synonymous terms (Lucene's `SynonymWeight`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { SynonymsOperator } from "./synonyms-operator.ts";
import type { Explanation, Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { computedOf, formulaOf, type Scorer, scorerOf } from "../scoring/similarity.ts";
import { computedTerms } from "../term/computed-scores.ts";
import { postingOf } from "../term/posting-of.ts";
import { explainWeight } from "../term/term-plan.ts";

/** Terms to be planned, in byte order. */
export interface PlannedSynonyms {
  readonly field: MappedField;
  readonly terms: readonly Uint8Array[];
  readonly description: string;
}

export function planSynonyms(planned: PlannedSynonyms, searcher: SearcherView, options: PlanOptions): Plan {
  const { field, terms, description } = planned;
  const path = field.path;
  const scorer = options.scored ? blendedScorer(planned, searcher, options.boost) : undefined;
  const ordinalsIn = (segment: SegmentReader): number[] => {
    const dictionary = segment.terms(path);
    return dictionary ? terms.map((bytes) => dictionary.find(bytes)).filter((ordinal) => ordinal >= 0) : [];
  };
  return {
    kind: "SynonymQuery",
    description,
    children: [],
    operator(context) {
      const ordinals = context.postings(path) === 0 ? [] : ordinalsIn(context.reader);
      if (ordinals.length === 0) return undefined;
      const computed = computedOf(scorer);
      if (computed) return computedTerms(context, path, ordinals, computed);
      return new SynonymsOperator(context, { field: path, ordinals, scoring: formulaOf(scorer) });
    },
    cost: (segment) =>
      ordinalsIn(segment).reduce((sum, ordinal) => sum + (segment.terms(path)?.docFreq(ordinal) ?? 0), 0),
    explain(segment: SegmentReader, doc: number): Explanation {
      const freqs = ordinalsIn(segment).map((ordinal) => postingOf(segment, path, ordinal, doc)?.freq ?? 0);
      const freq = freqs.reduce((sum, one) => sum + one, 0);
      if (freq === 0) return unmatched("no matching term");
      const told = explained(freq, `termFreq=${freq.toFixed(1)}`);
      return explainWeight(description, doc, scorer, told, segment.norms(path)?.[doc] ?? 1);
    },
  };
}

/** Scored as one term with the highest document frequency and the sum of the term frequencies. */
function blendedScorer(planned: PlannedSynonyms, searcher: SearcherView, boost: number): Scorer | undefined {
  const { field, terms } = planned;
  const all = terms.map((bytes) => searcher.termStatistics(field.path, bytes)).filter((term) => term.docFreq > 0);
  if (all.length === 0) return undefined;
  const blended = {
    docFreq: Math.max(...all.map((term) => term.docFreq)),
    totalTermFreq: all.reduce((sum, term) => sum + term.totalTermFreq, 0),
  };
  return scorerOf(field.similarity, boost, searcher.fieldStatistics(field.path), [blended]);
}
