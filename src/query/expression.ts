/**
 * Expressions: the small algebra behind queries. They correspond to Lucene's `Query` classes. A query kind builds an
 * expression for the mapping of an index (text analysed, fields resolved). Rewriting it against a shard simplifies it
 * as Elasticsearch does, which decides the order of float sums and so the last bit of scores. Planning adds statistics;
 * the plan makes operators.
 */
import type { HighlightTerm, Plan, PlanOptions, SearcherView } from "./query.ts";
import type { Candidates } from "./percolation/candidates.ts";
import type { TermExpansion } from "./multi-term/term-expansion.ts";

export interface Expression {
  /** Lucene's class name, as in the profile. */
  readonly type: string;
  /** Lucene's text form, as in explanations and the profile. */
  readonly description: string;
  /** Identifies the expression: equal keys mean equal matches and scores. */
  readonly key: string;
  /**
   * As `key`, but for the matches alone: without names, boosts and anything else that only affects scores. Absent:
   * `key`.
   */
  matchKey?(): string;
  /** An expression that wraps another one, or plans a query of its own: not cached itself. */
  readonly isWrapper?: true;
  /** The terms of a field, any of which a document must have: spans and intervals ask where these are. */
  readonly expansion?: TermExpansion;
  /** What a document must have in order to match, as far as the expression can tell. Absent or undefined: unknown. */
  candidates?(): Candidates | undefined;
  /** The simplified expression; itself when there is nothing to simplify. */
  rewrite(searcher: SearcherView): Expression;
  plan(searcher: SearcherView, options: PlanOptions): Plan;
  /** Adds the terms that the query looks for, for highlighting; `boost` is the product from the root. */
  highlightTerms(searcher: SearcherView, add: (term: HighlightTerm) => void, boost: number): void;
}

/** Identifies the matches of an expression in any segment. */
export function matchKeyOf(expression: Expression): string {
  return expression.matchKey?.() ?? expression.key;
}

/**
 * Builds an `Expression.key` from parts; strings are distinct from other values. Each part is prefixed with its length
 * instead of being escaped, so nested keys grow little.
 */
export function expressionKey(...parts: readonly (string | number | boolean | undefined)[]): string {
  return parts
    .map((part) => {
      const text = typeof part === "string" ? `"${part}` : `=${String(part)}`;
      return `${text.length}:${text}`;
    })
    .join("");
}

/** Rewrites until nothing changes any more. */
export function rewriteFully(expression: Expression, searcher: SearcherView): Expression {
  let current = expression;
  for (;;) {
    const next = current.rewrite(searcher);
    if (next === current) return current;
    current = next;
  }
}
