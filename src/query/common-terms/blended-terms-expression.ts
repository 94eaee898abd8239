/** The same word in several fields, scored with shared document frequencies (Elasticsearch's `BlendedTermQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { SearcherView, TermStatistics } from "../query.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { boosted } from "../boost/boost-expression.ts";
import { isFrequent } from "./common-terms-expression.ts";
import { bestOf } from "../dis-max/dis-max-expression.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { term } from "../term/term-expression.ts";
import { termText } from "../term/term-text.ts";

/** A term of one field with its boost. */
export interface BlendedTerm {
  readonly field: MappedField;
  readonly bytes: Uint8Array;
  readonly boost: number;
}

/** The best-scoring term plus a share of the others. With a cutoff, frequent terms only add to the score. */
export function blendedTerms(terms: readonly BlendedTerm[], tieBreaker: number, cutoff?: number): Expression {
  const texts = terms.map(({ field, bytes }) => `${field.path}:${termText(bytes)}`);
  const self: Expression = {
    type: "BlendedTermQuery",
    description: `blended(terms:[${texts.join(", ")}])`,
    key: expressionKey("blended", tieBreaker, cutoff, ...terms.flatMap(({ boost }, index) => [texts[index], boost])),
    rewrite(searcher) {
      const statistics = blend(searcher, terms);
      const clauses = terms.map(({ field, bytes, boost }, index) => {
        const plain = term(field, bytes, statistics[index]);
        return boost === 1 ? plain : boosted(plain, boost);
      });
      return cutoff === undefined ? bestOf(clauses, tieBreaker) : rareFirst(searcher, terms, clauses, cutoff);
    },
    plan: (searcher, options) => self.rewrite(searcher).plan(searcher, options),
    highlightTerms(_searcher, add, boost) {
      for (const { field, bytes, boost: own } of terms)
        add({ field: field.path, words: [termText(bytes)], slop: 0, boost: boost * own });
    },
  };
  return self;
}

/**
 * With a cutoff, the fields where the word is rare decide what matches; if it is frequent everywhere, all fields must
 * contain it (`commonTermsBlendedQuery`).
 */
function rareFirst(
  searcher: SearcherView,
  terms: readonly BlendedTerm[],
  clauses: readonly Expression[],
  cutoff: number,
): Expression {
  const frequent = terms.map(({ field, bytes }) =>
    isFrequent(searcher.termStatistics(field.path, bytes).docFreq, searcher.maxDoc, cutoff),
  );
  const optional = (wanted: boolean): Expression =>
    booleanOf(
      clauses.filter((_, index) => frequent[index] === wanted).map((expression) => ({ occur: "should", expression })),
    );
  if (!frequent.includes(false)) return booleanOf(clauses.map((expression) => ({ occur: "must", expression })));
  if (!frequent.includes(true)) return optional(false);
  return booleanOf([
    { occur: "should", expression: optional(true) },
    { occur: "must", expression: optional(false) },
  ]);
}

/**
 * Each field that has the term gets the highest document frequency among the fields, slightly more for rarer terms, and
 * never more than the documents that have the field.
 */
function blend(searcher: SearcherView, terms: readonly BlendedTerm[]): TermStatistics[] {
  const own = terms.map(({ field, bytes }) => searcher.termStatistics(field.path, bytes));
  if (terms.length < 2) return own;
  const most = Math.max(...own.map((statistics) => statistics.docFreq));
  if (most === 0) return own;
  // Fields without the word say nothing of it, be they empty or not.
  const having = terms.filter((_, index) => own[index]!.docFreq > 0);
  const fewestTokens = Math.min(...having.map(({ field }) => searcher.fieldStatistics(field.path).sumTotalTermFreq));
  const limit = Math.min(searcher.maxDoc, fewestTokens);
  const order = own
    .map((_, index) => index)
    .sort((one, other) => (own[other]?.docFreq ?? 0) - (own[one]?.docFreq ?? 0));
  let docFreq = Math.min(limit, most);
  let previous = most;
  let totalTermFreq = 0;
  const blended = [...own];
  for (const index of order) {
    const statistics = own[index];
    if (!statistics || statistics.docFreq === 0) break;
    if (previous > statistics.docFreq) docFreq++;
    const { docCount } = searcher.fieldStatistics(terms[index]!.field.path);
    blended[index] = { docFreq: Math.min(limit, docFreq, docCount), totalTermFreq: statistics.totalTermFreq };
    previous = statistics.docFreq;
    totalTermFreq += statistics.totalTermFreq;
  }
  const shared = Math.min(totalTermFreq, fewestTokens);
  return blended.map((statistics) =>
    statistics.docFreq === 0 ? statistics : { ...statistics, totalTermFreq: shared },
  );
}
