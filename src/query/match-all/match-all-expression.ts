/** Matches every document (Lucene's `MatchAllDocsQuery`). */
import { expressionKey, type Expression } from "../expression.ts";
import { anyDocument } from "../percolation/candidates.ts";
import { MatchAllOperator } from "./match-all-operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";

const everything: Expression = {
  type: "MatchAllDocsQuery",
  description: "*:*",
  key: expressionKey("all"),
  candidates: () => anyDocument,
  rewrite: () => everything,
  plan: (_searcher, options) => planMatchAll(options),
  highlightTerms(_searcher, add, boost) {
    add({ field: "", words: [], slop: 0, boost, chunks: "all" });
  },
};

/** The expression that matches every document. */
export function matchAll(): Expression {
  return everything;
}

/** Whether an expression is known to match everything. */
export function isMatchAll(expression: Expression): boolean {
  return expression === everything;
}

function planMatchAll(options: PlanOptions): Plan {
  return constantPlan(
    {
      kind: "MatchAllDocsQuery",
      description: "*:*",
      operator: (context) => new MatchAllOperator(context, 0),
      matches: () => true,
      count: (segment) => segment.docCount,
    },
    options,
  );
}
