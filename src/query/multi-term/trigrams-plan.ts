/**
 * The plan of a pattern on a field with trigrams: documents with all its trigrams are candidates, whose values are then
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

/** More trigrams would hardly reduce the candidates. */
const MOST_TRIGRAMS = 6;
/** Comparing a candidate's value costs as much as comparing this many terms in dictionary order. */
const CANDIDATE_COST = 4;

/** The part of a pattern that trigrams need. */
export interface TrigramPattern {
  /** Texts that every accepted value contains, up to the case of ASCII letters. */
  readonly required: readonly string[];
  /** Whether a value is accepted. */
  accepts(bytes: Uint8Array): boolean;
}

/**
 * As `planTerms`; scans the dictionary only when the trigrams leave too many candidates. `trigrams` is the path of
 * their field.
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

/** The operator; undefined when scanning the dictionary is faster. */
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

/** The rarest trigrams, rarest first; undefined when no document has one of them. */
function rarest(terms: TermsReader, grams: readonly Uint8Array[]): number[] | undefined {
  const ordinals = [...new Set(grams.map((gram) => terms.find(gram)))];
  if (ordinals.includes(-1)) return undefined;
  return ordinals.sort((one, other) => terms.docFreq(one) - terms.docFreq(other)).slice(0, MOST_TRIGRAMS);
}

/** Tests whether any value of a document is accepted. */
function valueTest(segment: SegmentReader, path: string, pattern: TrigramPattern): (doc: number) => boolean {
  const terms = segment.terms(path);
  if (!terms) return () => false;
  const accepts = (ordinal: number): boolean => pattern.accepts(terms.bytes(ordinal));
  return (doc) => hasOrdinal(segment, path, doc, accepts);
}
