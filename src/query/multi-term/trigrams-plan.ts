/**
 * The plan of a pattern on a field with trigrams: documents that have them all are candidates, whose values are
 * compared one by one.
 */
import { trigramsOf } from "../../mapping/trigrams.ts";
import type { SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { MatchNoneOperator } from "../match-none/match-none-operator.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import { TermOperator } from "../term/term-operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import { hasOrdinal } from "../term/posting-of.ts";
import { type PlannedTerms, termsLeaf } from "../terms/terms-plan.ts";

/** Further trigrams leave hardly fewer candidates. */
const MOST_TRIGRAMS = 6;
/** Comparing a value out of order costs as much as so many in the order of the dictionary. */
const CANDIDATE_COST = 4;

/** A pattern as the trigrams know it. */
export interface TrigramPattern {
  /** Texts that stand in every accepted value, apart from the case of ASCII letters. */
  readonly required: readonly string[];
  /** Whether a value is accepted. */
  accepts(bytes: Uint8Array): boolean;
}

/**
 * As `planTerms`; the dictionary is only gone through where the trigrams leave too many candidates. `trigrams` is their
 * field.
 */
export function planByTrigrams(
  planned: PlannedTerms,
  pattern: TrigramPattern,
  trigrams: string,
  options: PlanOptions,
): Plan {
  const leaf = termsLeaf(planned);
  const { path } = planned.field;
  const grams = pattern.required.flatMap((text) => trigramsOf(text));
  if (grams.length === 0) return constantPlan(leaf, options);
  return constantPlan(
    {
      ...leaf,
      operator: (context) =>
        context.reader.terms(path)
          ? (byTrigrams(context, path, trigrams, grams, pattern) ?? leaf.operator(context))
          : undefined,
      matches: (segment, doc) => valueTest(segment, path, pattern)(doc),
      count: () => undefined,
    },
    options,
  );
}

/** The operator; undefined when the dictionary is the quicker way. */
function byTrigrams(
  context: OperatorContext,
  path: string,
  trigrams: string,
  grams: readonly Uint8Array[],
  pattern: TrigramPattern,
): Operator | undefined {
  const { reader } = context;
  const terms = reader.terms(trigrams);
  const ordinals = terms && rarest(terms, grams);
  if (!ordinals) return new MatchNoneOperator();
  const [least = 0] = ordinals;
  if (terms.docFreq(least) * CANDIDATE_COST > (reader.terms(path)?.count ?? 0)) return undefined;
  const operators = ordinals.map(
    (ordinal) => new TermOperator(context, { field: trigrams, ordinal, scoring: undefined }),
  );
  const [only] = operators;
  const candidates =
    operators.length === 1 && only ? only : new ConjunctionOperator(context, { scoring: [], filters: operators });
  return new PredicateOperator(context, candidates, valueTest(reader, path, pattern));
}

/** The trigrams that the fewest documents have, the rarest first; undefined when one is in no document. */
function rarest(terms: TermsReader, grams: readonly Uint8Array[]): number[] | undefined {
  const ordinals = [...new Set(grams.map((gram) => terms.find(gram)))];
  if (ordinals.includes(-1)) return undefined;
  return ordinals.sort((one, other) => terms.docFreq(one) - terms.docFreq(other)).slice(0, MOST_TRIGRAMS);
}

/** A test of one document: any of its values. */
function valueTest(segment: SegmentReader, path: string, pattern: TrigramPattern): (doc: number) => boolean {
  const terms = segment.terms(path);
  if (!terms) return () => false;
  const accepts = (ordinal: number): boolean => pattern.accepts(terms.bytes(ordinal));
  return (doc) => hasOrdinal(segment, path, doc, accepts);
}
