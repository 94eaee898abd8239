/**
 * Splits words into rare ones, which decide what matches, and frequent ones, which only add to the score (Lucene's
 * `CommonTermsQuery`).
 */
import type { MappedField } from "../../mapping/field-type.ts";
import { minimumShouldMatch } from "../boolean/minimum-should-match.ts";
import type { HighlightTerm, Plan, PlanOptions, SearcherView } from "../query.ts";
import { booleanOf, type BooleanExpression, type Clause } from "../boolean/boolean-expression.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { term } from "../term/term-expression.ts";
import { termText } from "../term/term-text.ts";

/** How the words are combined. */
export interface CommonTermsOptions {
  /** A word is frequent when more documents have it: from 1 on a number of documents, below 1 a share of all. */
  readonly cutoff: number;
  readonly rare: "must" | "should";
  readonly frequent: "must" | "should";
  /** `minimum_should_match` of the rare and of the frequent words. */
  readonly rareMinimum?: string | undefined;
  readonly frequentMinimum?: string | undefined;
}

/**
 * Whether a word that `docFreq` of `maxDoc` documents have is frequent; computed in float32 steps as in Elasticsearch.
 */
export function isFrequent(docFreq: number, maxDoc: number, cutoff: number): boolean {
  const limit = Math.fround(cutoff);
  return (limit >= 1 && docFreq > limit) || docFreq > Math.ceil(Math.fround(limit * Math.fround(maxDoc)));
}

/** Words of one field. */
export class CommonTermsExpression implements Expression {
  readonly type = "ExtendedCommonTermsQuery";
  readonly field: MappedField;
  readonly terms: readonly Uint8Array[];
  readonly options: CommonTermsOptions;
  readonly description: string;
  readonly key: string;

  constructor(field: MappedField, terms: readonly Uint8Array[], options: CommonTermsOptions) {
    this.field = field;
    this.terms = terms;
    this.options = options;
    const texts = terms.map(termText);
    const { cutoff, rare, frequent, rareMinimum, frequentMinimum } = options;
    this.description = texts.map((text) => `${field.path}:${text}`).join(" ");
    this.key = expressionKey("common", field.path, cutoff, rare, frequent, rareMinimum, frequentMinimum, ...texts);
  }

  rewrite(searcher: SearcherView): Expression {
    const [only] = this.terms;
    if (!only) return matchNone("CommonTermsQuery with no terms");
    if (this.terms.length === 1) return term(this.field, only);
    const { cutoff, rare, frequent, rareMinimum, frequentMinimum } = this.options;
    const groups: { rare: Expression[]; frequent: Expression[] } = { rare: [], frequent: [] };
    for (const bytes of this.terms) {
      const { docFreq } = searcher.termStatistics(this.field.path, bytes);
      groups[isFrequent(docFreq, searcher.maxDoc, cutoff) ? "frequent" : "rare"].push(term(this.field, bytes));
    }
    const clauses: Clause[] = [];
    if (groups.rare.length > 0) clauses.push({ occur: "must", expression: group(groups.rare, rare, rareMinimum) });
    if (groups.frequent.length > 0) {
      const minimum = minimumOf(groups.frequent.length, frequent, frequentMinimum);
      // Frequent words alone would match too much: all are required, unless a minimum is given.
      const occur = groups.rare.length === 0 && minimum === 0 ? "must" : frequent;
      clauses.push({ occur: "should", expression: group(groups.frequent, occur, frequentMinimum) });
    }
    return booleanOf(clauses);
  }

  plan(searcher: SearcherView, options: PlanOptions): Plan {
    return this.rewrite(searcher).plan(searcher, options);
  }

  highlightTerms(_searcher: SearcherView, add: (term: HighlightTerm) => void, boost: number): void {
    for (const bytes of this.terms) add({ field: this.field.path, words: [termText(bytes)], slop: 0, boost });
  }
}

function group(
  expressions: readonly Expression[],
  occur: "must" | "should",
  minimum: string | undefined,
): BooleanExpression {
  return booleanOf(
    expressions.map((expression) => ({ occur, expression })),
    minimumOf(expressions.length, occur, minimum),
  );
}

function minimumOf(count: number, occur: "must" | "should", minimum: string | undefined): number {
  return occur === "must" || minimum === undefined ? 0 : minimumShouldMatch(count, minimum);
}
