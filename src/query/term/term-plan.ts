/** The plan of a term. */
import { javaFloat } from "../../core/float32.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { TermOperator } from "./term-operator.ts";
import type { Explanation, Plan, PlanOptions, SearcherView, TermStatistics } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { computedOf, formulaOf, type Scorer, scorerOf } from "../scoring/similarity.ts";
import { computedTerms } from "./computed-scores.ts";
import { planTerms } from "../terms/terms-plan.ts";
import { postingOf } from "./posting-of.ts";

/** A term to be planned. */
export interface PlannedTerm {
  readonly field: MappedField;
  readonly bytes: Uint8Array;
  /** Used instead of the shard's own statistics. */
  readonly statistics: TermStatistics | undefined;
  readonly description: string;
}

export function planTerm(planned: PlannedTerm, searcher: SearcherView, options: PlanOptions): Plan {
  const { field, bytes, description } = planned;
  // A field that only has a column has no frequencies to score by.
  if (field.spec.terms === undefined || field.spec.terms === "none") {
    const select = (terms: { find(term: Uint8Array): number }): Uint32Array => {
      const ordinal = terms.find(bytes);
      return ordinal < 0 ? new Uint32Array(0) : Uint32Array.of(ordinal);
    };
    return planTerms({ field, kind: "SortedSetDocValuesRangeQuery", description, select }, options);
  }
  return new TermPlan(planned, searcher, options);
}

class TermPlan implements Plan {
  readonly kind = "TermQuery";
  readonly children: readonly Plan[] = [];
  readonly description: string;
  readonly #path: string;
  readonly #bytes: Uint8Array;
  readonly #scorer: Scorer | undefined;

  constructor(planned: PlannedTerm, searcher: SearcherView, options: PlanOptions) {
    this.description = planned.description;
    this.#path = planned.field.path;
    this.#bytes = planned.bytes;
    this.#scorer = options.scored ? termScorer(planned, searcher, options.boost) : undefined;
  }

  operator(context: OperatorContext): Operator | undefined {
    const ordinal = context.reader.terms(this.#path)?.find(this.#bytes) ?? -1;
    if (ordinal < 0) return undefined;
    const computed = computedOf(this.#scorer);
    if (computed) return computedTerms(context, this.#path, [ordinal], computed);
    return new TermOperator(context, { field: this.#path, ordinal, scoring: formulaOf(this.#scorer) });
  }

  count(segment: SegmentReader): number {
    const terms = segment.terms(this.#path);
    const ordinal = terms?.find(this.#bytes) ?? -1;
    return terms && ordinal >= 0 ? terms.docFreq(ordinal) : 0;
  }

  explain(segment: SegmentReader, doc: number): Explanation {
    const ordinal = segment.terms(this.#path)?.find(this.#bytes) ?? -1;
    const posting = postingOf(segment, this.#path, ordinal, doc);
    if (!posting) return unmatched("no matching term");
    const freq = explained(posting.freq, "freq, occurrences of term within document");
    return explainWeight(this.description, doc, this.#scorer, freq, segment.norms(this.#path)?.[doc] ?? 1);
  }
}

/** The scorer of a term; undefined when the shard does not have it. */
function termScorer(planned: PlannedTerm, searcher: SearcherView, boost: number): Scorer | undefined {
  const { field, bytes } = planned;
  const statistics = planned.statistics ?? searcher.termStatistics(field.path, bytes);
  if (statistics.docFreq === 0) return undefined;
  return scorerOf(field.similarity, boost, searcher.fieldStatistics(field.path), [statistics]);
}

/** "weight(… in doc) [PerFieldSimilarity], result of:" around a similarity's explanation. */
export function explainWeight(
  description: string,
  doc: number,
  scorer: Scorer | undefined,
  freq: Explanation,
  norm: number,
): Explanation {
  const score = scorer
    ? scorer.explain(freq, norm)
    : explained(0, `score(freq=${javaFloat(freq.value)}), with freq of:`, [freq]);
  return explained(score.value, `weight(${description} in ${doc}) [PerFieldSimilarity], result of:`, [score]);
}
