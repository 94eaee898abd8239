/** Documents with a matching nested document (`ESToParentBlockJoinQuery`). */
import { nestedView } from "./nested-view.ts";
import { planNestedJoin, type ScoreMode } from "./nested-join-plan.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { planExpression } from "../query-cache/cached-plan.ts";

/** Matches documents with a nested document of `path` that matches `inner`; `mode` combines the scores of several. */
export function nestedJoin(inner: Expression, path: string, mode: ScoreMode): Expression {
  const description = `ToParentBlockJoinQuery (${inner.description})`;
  const self: Expression = {
    type: "ESToParentBlockJoinQuery",
    description,
    key: expressionKey("nested", path, mode, inner.key),
    matchKey: () => expressionKey("nested", path, matchKeyOf(inner)),
    rewrite(searcher) {
      const rewritten = inner.rewrite(nestedView(searcher, path));
      if (isMatchNone(rewritten)) return rewritten;
      return rewritten === inner ? self : nestedJoin(rewritten, path, mode);
    },
    plan(searcher, options) {
      const scored = options.scored && mode !== "none";
      const plan = planExpression(inner, nestedView(searcher, path), { ...options, scored });
      return planNestedJoin({ description, path, mode, inner: plan }, options);
    },
    highlightTerms: (searcher, add, boost) => inner.highlightTerms(nestedView(searcher, path), add, boost),
  };
  return self;
}
