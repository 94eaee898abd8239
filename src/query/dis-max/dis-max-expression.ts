/**
 * Matches what any clause matches and scores the best of them, plus a share of the others (Lucene's
 * `DisjunctionMaxQuery`).
 */
import { javaFloat } from "../../core/float32.ts";
import { planDisMax } from "./dis-max-plan.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { isMatchNone, matchNone } from "../match-none/match-none-expression.ts";
import { someOf } from "../percolation/candidates.ts";

/** The best of several clauses. `tieBreaker` is the share of the others, 0 to 1. */
export function bestOf(clauses: readonly Expression[], tieBreaker: number): Expression {
  const tie = Math.fround(tieBreaker);
  const texts = clauses.map((clause) =>
    clause.type === "BooleanQuery" ? `(${clause.description})` : clause.description,
  );
  const description = `(${texts.join(" | ")})${tie === 0 ? "" : `~${javaFloat(tie)}`}`;
  const self: Expression = {
    type: "DisjunctionMaxQuery",
    description,
    key: expressionKey("dis_max", tie, ...clauses.map((clause) => clause.key)),
    matchKey: () => expressionKey("any", ...clauses.map(matchKeyOf).sort()),
    candidates: () =>
      someOf(
        clauses.map((clause) => clause.candidates?.()),
        1,
      ),
    rewrite(searcher) {
      const [only] = clauses;
      if (!only) return matchNone("empty DisjunctionMaxQuery");
      if (clauses.length === 1) return only;
      // The best and all of the others is the sum.
      if (tie === 1) return booleanOf(clauses.map((expression) => ({ occur: "should", expression })));
      const rewritten = clauses.map((clause) => clause.rewrite(searcher));
      const alive = rewritten.filter((clause) => !isMatchNone(clause));
      if (alive.length === clauses.length && rewritten.every((clause, index) => clause === clauses[index])) return self;
      return bestOf(alive, tie);
    },
    plan: (searcher, options) =>
      planDisMax(
        description,
        clauses.map((clause) => planExpression(clause, searcher, options)),
        tie,
      ),
    highlightTerms(searcher, add, boost) {
      for (const clause of clauses) clause.highlightTerms(searcher, add, boost);
    },
  };
  return self;
}
