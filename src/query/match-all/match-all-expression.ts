/** Matches every document (Lucene's `MatchAllDocsQuery`). */
import { planMatchAll } from "./match-all-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { anyDocument } from "../percolation/candidates.ts";

const everything: Expression = {
  type: "MatchAllDocsQuery",
  description: "*:*",
  key: expressionKey("all"),
  candidates: () => anyDocument,
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
