/**
 * Expressions: the small algebra that queries are made of. A query kind, met with an index' mapping, becomes an
 * expression (terms analysed, fields resolved); rewritten against a shard it is simplified as Elasticsearch does, which
 * decides the order of float sums and so the last bit of scores; planned, it holds statistics and makes operators. They
 * correspond to Lucene's `Query` classes.
 */
import type { HighlightTerm, Plan, PlanOptions, SearcherView } from "./query.ts";
import type { Candidates } from "./percolation/candidates.ts";

export interface Expression {
  /** Lucene's name of the class, as the profile shows it. */
  readonly type: string;
  /** Lucene's text form, as explanations and the profile show it. */
  readonly description: string;
  /** Identifies the expression: equal keys mean equal matches and scores. */
  readonly key: string;
  /** As `key`, for the matches alone: without names, boosts and what else only scores. Absent: `key`. */
  matchKey?(): string;
  /** Matches what the expression inside matches, or plans a query of its own: not to be cached itself. */
  readonly isWrapper?: true;
  /**
   * What a document must have to match, as far as the expression alone tells. Absent or undefined: it does not tell.
   */
  candidates?(): Candidates | undefined;
  /** The simplified expression; itself when there is nothing to simplify. */
  rewrite(searcher: SearcherView): Expression;
  plan(searcher: SearcherView, options: PlanOptions): Plan;
  /** Adds what is looked for, for highlighting; `boost` is the product from the root. */
  highlightTerms(searcher: SearcherView, add: (term: HighlightTerm) => void, boost: number): void;
}

/** What tells the matches of an expression apart from those of others, in whatever segment. */
export function matchKeyOf(expression: Expression): string {
  return expression.matchKey?.() ?? expression.key;
}

/**
 * An identity for `Expression.key` out of its parts, texts told apart from other values. Each stands with its length,
 * so that keys in keys grow by little more than that.
 */
export function expressionKey(...parts: readonly (string | number | boolean | undefined)[]): string {
  return parts
    .map((part) => {
      const text = typeof part === "string" ? `"${part}` : `=${String(part)}`;
      return `${text.length}:${text}`;
    })
    .join("");
}

/** Simplifies until nothing changes any more. */
export function rewriteFully(expression: Expression, searcher: SearcherView): Expression {
  let current = expression;
  for (;;) {
    const next = current.rewrite(searcher);
    if (next === current) return current;
    current = next;
  }
}
