/** Matches documents with any term that a pattern accepts (Lucene's `MultiTermQuery` and its rewrite methods). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { MAX_CLAUSE_COUNT } from "../limits.ts";
import { ordinalAt, ordinalCount, type OrdinalSelection } from "../operators/ordinal-selection.ts";
import { planTerms } from "../plans/terms-plan.ts";
import type { SearcherView } from "../query.ts";
import type { RewriteMethod } from "../rewrite-method.ts";
import { boosted } from "./boost.ts";
import { booleanOf } from "./boolean.ts";
import { constantScore } from "./constant-score.ts";
import { expressionKey, type Expression } from "./expression.ts";
import { matchNone } from "./match-none.ts";
import { term } from "./term.ts";
import { termText } from "./term-text.ts";

/** A pattern on the terms of a field. */
export interface TermPattern {
  readonly field: MappedField;
  /** Lucene's class and text form. */
  readonly type: string;
  readonly description: string;
  /** Ordinals of the accepted terms of one segment. */
  select(terms: TermsReader): OrdinalSelection;
  /** Whether a term is accepted, for highlighting. */
  accepts(text: string): boolean;
  /** Score factor of an accepted term; 1 when absent. */
  boostOf?(text: string): number;
  readonly rewrite: RewriteMethod;
}

/** Documents with any term of a pattern. */
export function matchingTerms(pattern: TermPattern): Expression {
  const { field, description, rewrite } = pattern;
  const self: Expression = {
    type: pattern.type,
    description,
    key: expressionKey("pattern", pattern.type, description, JSON.stringify(rewrite)),
    rewrite: (searcher) => (rewrite.form === "constant" ? self : expand(pattern, searcher, rewrite)),
    plan: (_searcher, options) =>
      planTerms(
        { field, kind: "MultiTermQueryConstantScoreBlendedWrapper", description, select: (terms) => pattern.select(terms) },
        options,
      ),
    highlightTerms: (_searcher, add, boost) =>
      add({ field: field.path, words: [], slop: 0, boost, matches: (text) => pattern.accepts(text) }),
  };
  return self;
}

interface Candidate {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly boost: number;
}

/** The scoring forms: one clause for each term of the shard, or for the best of them. */
function expand(pattern: TermPattern, searcher: SearcherView, method: Exclude<RewriteMethod, { form: "constant" }>): Expression {
  const all = candidates(pattern, searcher);
  const kept = method.form === "top" ? best(all, Math.min(method.size, MAX_CLAUSE_COUNT)) : all;
  if (kept.length === 0) return matchNone("no terms match");
  const blended = method.form === "top" && method.score === "blended" ? blend(pattern.field, kept, searcher) : undefined;
  const clauses = kept.map((candidate) => {
    const plain = term(pattern.field, candidate.bytes, blended);
    const scored = method.form === "top" && method.score === "boost" ? constantScore(plain) : plain;
    return { occur: "should" as const, expression: candidate.boost === 1 ? scored : boosted(scored, candidate.boost) };
  });
  const [only] = clauses;
  return clauses.length === 1 && only ? only.expression : booleanOf(clauses);
}

/** Distinct accepted terms of all segments, in the order of bytes. */
function candidates(pattern: TermPattern, searcher: SearcherView): Candidate[] {
  const byText = new Map<string, Candidate>();
  for (const segment of searcher.segments) {
    const terms = segment.terms(pattern.field.path);
    if (!terms) continue;
    const selection = pattern.select(terms);
    for (let index = 0; index < ordinalCount(selection); index++) {
      const bytes = terms.bytes(ordinalAt(selection, index)).slice();
      const text = termText(bytes);
      if (!byText.has(text)) byText.set(text, { bytes, text, boost: Math.fround(pattern.boostOf?.(text) ?? 1) });
    }
  }
  return [...byText.values()].sort((one, other) => Buffer.compare(one.bytes, other.bytes));
}

/** The `size` terms of the highest boosts, lower terms first among equals; answered in the order of bytes. */
function best(all: readonly Candidate[], size: number): Candidate[] {
  if (all.length <= size) return [...all];
  const order = all.map((_, index) => index).sort((one, other) => (all[other]?.boost ?? 0) - (all[one]?.boost ?? 0) || one - other);
  const kept = new Set(order.slice(0, size));
  return all.filter((_, index) => kept.has(index));
}

/** Statistics shared by all spellings: the highest document frequency, the sum of term frequencies (Lucene's `BlendedTermQuery`). */
function blend(field: MappedField, kept: readonly Candidate[], searcher: SearcherView): { docFreq: number; totalTermFreq: number } {
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const { bytes } of kept) {
    const own = searcher.termStatistics(field.path, bytes);
    docFreq = Math.max(docFreq, own.docFreq);
    totalTermFreq += own.totalTermFreq;
  }
  return { docFreq, totalTermFreq };
}
