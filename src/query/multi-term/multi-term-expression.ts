/** Matches documents with any term that a pattern accepts (Lucene's `MultiTermQuery` and its rewrite methods). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { MAX_CLAUSE_COUNT, tooManyExpandedClauses } from "../limits.ts";
import { ordinalAt, ordinalCount, type OrdinalSelection } from "./ordinal-selection.ts";
import { planTerms } from "../terms/terms-plan.ts";
import { planByTrigrams } from "./trigrams-plan.ts";
import type { Plan, PlanOptions, SearcherView } from "../query.ts";
import type { RewriteMethod } from "../rewrite-method.ts";
import { boosted } from "../boost/boost-expression.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { constantScore } from "../constant-score/constant-score-expression.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { term } from "../term/term-expression.ts";

const encoder = new TextEncoder();

/** A pattern on the terms of a field. */
export interface TermPattern {
  readonly field: MappedField;
  /** Lucene's class and text form. */
  readonly type: string;
  readonly description: string;
  /** Whatever else decides which terms are accepted, beside `type` and `description`. */
  readonly options?: string | undefined;
  /** Ordinals of the accepted terms of one segment. */
  select(terms: TermsReader): OrdinalSelection;
  /** Whether a term is accepted. */
  accepts(term: Uint8Array): boolean;
  /** Texts that every accepted term contains, up to the case of ASCII letters: for fields with trigrams. */
  readonly required?: readonly string[] | undefined;
  /** The accepted terms with a boost each; when absent every boost is 1. */
  weigh?(terms: TermsReader): { readonly ordinals: Uint32Array; readonly boosts: Float32Array };
  readonly rewrite: RewriteMethod;
}

/** Documents with any term of a pattern. */
export function matchingTerms(given: TermPattern): Expression {
  const pattern = given.field.decodeTerm ? overTexts(given, given.field.decodeTerm) : given;
  const { field, description } = pattern;
  // Patterns that are verified on whole values (trigrams) have a constant score.
  const rewrite: RewriteMethod = field.trigrams === undefined ? pattern.rewrite : { form: "constant" };
  const self: Expression = {
    type: pattern.type,
    description,
    key: expressionKey("pattern", field.path, pattern.type, description, pattern.options, JSON.stringify(rewrite)),
    rewrite: (searcher) => (rewrite.form === "constant" ? self : expand(pattern, searcher, rewrite)),
    plan: (_searcher, options) => planPattern(pattern, options),
    highlightTerms: (_searcher, add, boost) =>
      add({ field: field.path, words: [], slop: 0, boost, matches: (text) => pattern.accepts(encoder.encode(text)) }),
  };
  return self;
}

/** A pattern on the decoded texts of terms that are not stored as text: each term is tested. */
function overTexts(pattern: TermPattern, decode: (term: Uint8Array) => string): TermPattern {
  const { field, type, description, options } = pattern;
  const accepts = (text: Uint8Array): boolean => pattern.accepts(text);
  return {
    field,
    type,
    description,
    options,
    accepts,
    rewrite: { form: "constant" },
    select(terms) {
      const selected: number[] = [];
      for (let ordinal = 0; ordinal < terms.count; ordinal++)
        if (accepts(encoder.encode(decode(terms.bytes(ordinal))))) selected.push(ordinal);
      return Uint32Array.from(selected);
    },
  };
}

function planPattern(pattern: TermPattern, options: PlanOptions): Plan {
  const { field, description, required } = pattern;
  const planned = {
    field,
    kind: "MultiTermQueryConstantScoreBlendedWrapper",
    description,
    select: (terms: TermsReader) => pattern.select(terms),
  };
  if (field.trigrams === undefined || !required) return planTerms(planned, options);
  const accepts = (bytes: Uint8Array): boolean => pattern.accepts(bytes);
  return planByTrigrams({ ...planned, kind: "BinaryDvConfirmedQuery" }, { required, accepts }, field.trigrams, options);
}

interface Candidate {
  readonly bytes: Uint8Array;
  /** Float32. */
  readonly boost: number;
}

/** The scoring methods: one clause for each term of the shard, or for the best terms. */
function expand(
  pattern: TermPattern,
  searcher: SearcherView,
  method: Exclude<RewriteMethod, { form: "constant" }>,
): Expression {
  const size = method.form === "top" ? Math.min(method.size, MAX_CLAUSE_COUNT) : Number.POSITIVE_INFINITY;
  const kept = candidates(pattern, searcher, size);
  if (kept.length === 0) return matchNone("no terms match");
  const blended =
    method.form === "top" && method.score === "blended" ? blend(pattern.field, kept, searcher) : undefined;
  const clauses = kept.map((candidate) => {
    const plain = term(pattern.field, candidate.bytes, blended);
    const scored = method.form === "top" && method.score === "boost" ? constantScore(plain) : plain;
    return { occur: "should" as const, expression: candidate.boost === 1 ? scored : boosted(scored, candidate.boost) };
  });
  const [only] = clauses;
  return clauses.length === 1 && only ? only.expression : booleanOf(clauses);
}

/** The `size` accepted terms of all segments with the highest boosts, lower terms first among equals; in byte order. */
function candidates(pattern: TermPattern, searcher: SearcherView, size: number): readonly Candidate[] {
  const { checkpoint } = searcher.planning ?? {};
  const found: Candidate[] = [];
  const segments = new Set(searcher.segments.map((segment) => segment.terms(pattern.field.path)));
  for (const terms of segments) {
    // The best terms of all segments are among the best of each.
    if (!terms) continue;
    checkpoint?.();
    for (const candidate of bestOf(pattern, terms, size)) found.push(candidate);
  }
  found.sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  const distinct =
    segments.size === 1
      ? found
      : found.filter((own, at) => at === 0 || Buffer.compare(own.bytes, found[at - 1]!.bytes) !== 0);
  if (size === Number.POSITIVE_INFINITY && distinct.length > MAX_CLAUSE_COUNT) throw tooManyExpandedClauses();
  const boosts = Float32Array.from(distinct, (candidate) => candidate.boost);
  return bestPlaces(boosts, size).map((place) => distinct[place]!);
}

function bestOf(pattern: TermPattern, terms: TermsReader, size: number): Candidate[] {
  const weighed = pattern.weigh?.(terms);
  const selection = weighed ? weighed.ordinals : pattern.select(terms);
  const count = ordinalCount(selection);
  // Throws before clauses are made for too many terms.
  if (size === Number.POSITIVE_INFINITY && count > MAX_CLAUSE_COUNT) throw tooManyExpandedClauses();
  const boosts = weighed?.boosts;
  const places = boosts ? bestPlaces(boosts, size) : Array.from({ length: Math.min(count, size) }, (_, place) => place);
  return places.map((place) => ({
    bytes: terms.bytes(ordinalAt(selection, place)).slice(),
    boost: boosts?.[place] ?? 1,
  }));
}

/** Indexes of the `size` highest boosts, the first ones among equals, ascending. */
function bestPlaces(boosts: Float32Array, size: number): number[] {
  if (boosts.length <= size) return Array.from(boosts, (_boost, place) => place);
  const least = Float32Array.from(boosts).sort()[boosts.length - size]!;
  let above = 0;
  for (const boost of boosts) if (boost > least) above++;
  let equals = size - above;
  const places: number[] = [];
  for (let place = 0; place < boosts.length; place++)
    if (boosts[place]! > least || (boosts[place] === least && equals-- > 0)) places.push(place);
  return places;
}

/**
 * Statistics shared by all terms: the highest document frequency and the sum of term frequencies (Lucene's
 * `BlendedTermQuery`).
 */
function blend(
  field: MappedField,
  kept: readonly Candidate[],
  searcher: SearcherView,
): { docFreq: number; totalTermFreq: number } {
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const { bytes } of kept) {
    const own = searcher.termStatistics(field.path, bytes);
    docFreq = Math.max(docFreq, own.docFreq);
    totalTermFreq += own.totalTermFreq;
  }
  return { docFreq, totalTermFreq };
}
