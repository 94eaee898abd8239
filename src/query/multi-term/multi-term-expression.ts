/** Matches documents with any term that a pattern accepts (Lucene's `MultiTermQuery` and its rewrite methods). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { MAX_CLAUSE_COUNT, tooManyExpandedClauses } from "../limits.ts";
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
import { expandedTerms, type TermExpansion, type WeighedTerm } from "./term-expansion.ts";

const encoder = new TextEncoder();

/** A pattern on the terms of a field. */
export interface TermPattern extends TermExpansion {
  /** Lucene's class. */
  readonly type: string;
  /** Whatever else decides which terms are accepted, beside `type` and `description`. */
  readonly options?: string | undefined;
  /** Whether a term is accepted. */
  accepts(term: Uint8Array): boolean;
  /** Texts that every accepted term contains, up to the case of ASCII letters: for fields with trigrams. */
  readonly required?: readonly string[] | undefined;
}

/** Documents with any term of a pattern. */
export function matchingTerms(given: TermPattern): Expression {
  const pattern = given.field.decodeTerm ? overTexts(given, given.field.decodeTerm) : given;
  const { field, description } = pattern;
  // Patterns that are verified on whole values (trigrams, doc values without an index) have a constant score.
  const isVerified = field.trigrams !== undefined || !field.searchable;
  const rewrite: RewriteMethod = isVerified ? { form: "constant" } : pattern.rewrite;
  const self: Expression = {
    type: pattern.type,
    description,
    expansion: pattern,
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

/** The scoring methods: one clause for each term of the shard, or for the best terms. */
function expand(
  pattern: TermPattern,
  searcher: SearcherView,
  method: Exclude<RewriteMethod, { form: "constant" }>,
): Expression {
  const size = method.form === "top" ? Math.min(method.size, MAX_CLAUSE_COUNT) : Number.POSITIVE_INFINITY;
  const kept = expandedTerms(pattern, searcher, size, tooManyExpandedClauses);
  if (kept.length === 0) return matchNone("no terms match");
  // One term alone has its own statistics, and is the same as where it is asked for by itself.
  const blended =
    method.form === "top" && method.score === "blended" && kept.length > 1
      ? blend(pattern.field, kept, searcher)
      : undefined;
  const clauses = kept.map((candidate) => {
    const plain = term(pattern.field, candidate.bytes, blended);
    const scored = method.form === "top" && method.score === "boost" ? constantScore(plain) : plain;
    return { occur: "should" as const, expression: candidate.boost === 1 ? scored : boosted(scored, candidate.boost) };
  });
  const [only] = clauses;
  return clauses.length === 1 && only ? only.expression : booleanOf(clauses);
}

/**
 * Statistics shared by all terms: the highest document frequency and the sum of term frequencies (Lucene's
 * `BlendedTermQuery`).
 */
function blend(
  field: MappedField,
  kept: readonly WeighedTerm[],
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
