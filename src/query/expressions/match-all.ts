/** Matches every document (Lucene's `MatchAllDocsQuery`). */
import { planMatchAll } from "../plans/match-all-plan.ts";
import { expressionKey, type Expression } from "./expression.ts";

const everything: Expression = {
  type: "MatchAllDocsQuery",
  description: "*:*",
  key: expressionKey("all"),
  rewrite: () => everything,
  plan: (_searcher, options) => planMatchAll(options),
  highlightTerms() {},
};

/** The expression that matches every document. */
export function matchAll(): Expression {
  return everything;
}

/** Whether an expression is known to match everything. */
export function isMatchAll(expression: Expression): boolean {
  return expression === everything;
}
