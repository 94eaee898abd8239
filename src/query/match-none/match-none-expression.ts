/** Matches nothing (Lucene's `MatchNoDocsQuery`). */
import { unmatched } from "../scoring/explanation.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { noDocument } from "../percolation/candidates.ts";

/** An expression without matches; `why` appears in explanations and the profile. */
export function matchNone(why: string): Expression {
  const description = `MatchNoDocsQuery("${why}")`;
  const self: Expression = {
    type: "MatchNoDocsQuery",
    description,
    key: expressionKey("none"),
    candidates: () => noDocument,
    rewrite: () => self,
    plan: () => ({
      kind: "MatchNoDocsQuery",
      description,
      children: [],
      operator: () => undefined,
      count: () => 0,
      explain: () => unmatched(why),
    }),
    highlightTerms() {},
  };
  return self;
}

/** Whether an expression is known to match nothing. */
export function isMatchNone(expression: Expression): boolean {
  return expression.type === "MatchNoDocsQuery";
}
