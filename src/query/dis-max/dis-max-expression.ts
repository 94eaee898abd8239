/**
 * Matches what any clause matches and scores the best of them, plus a share of the others (Lucene's
 * `DisjunctionMaxQuery`).
 */
import { javaFloat } from "../../core/float32.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { someOf } from "../percolation/candidates.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { DisjunctionMaxOperator } from "./disjunction-max-operator.ts";
import type { Explanation, Plan } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";

/** The best score of several clauses. `tieBreaker`, 0 to 1, is the share of the other scores that is added. */
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
      // The best score plus all others is the sum.
      if (tie === 1) return booleanOf(clauses.map((expression) => ({ occur: "should", expression })));
      const rewritten = clauses.map((clause) => clause.rewrite(searcher));
      return rewritten.every((clause, index) => clause === clauses[index]) ? self : bestOf(rewritten, tie);
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

/** `tieBreaker` is a float32. */
function planDisMax(description: string, clauses: readonly Plan[], tieBreaker: number): Plan {
  return {
    kind: "DisjunctionMaxQuery",
    description,
    children: clauses,
    operator(context) {
      const operators = clauses.map((clause) => clause.operator(context)).filter((operator) => operator !== undefined);
      if (operators.length < 2) return operators[0];
      return new DisjunctionMaxOperator(context, operators, tieBreaker);
    },
    explain: (segment, doc) => explainBest(clauses, tieBreaker, segment, doc),
  };
}

function explainBest(clauses: readonly Plan[], tieBreaker: number, segment: SegmentReader, doc: number): Explanation {
  const inner = clauses.map((clause) => clause.explain(segment, doc));
  const matching = inner.filter((one) => one.match);
  if (matching.length === 0) return unmatched("No matching clause", inner);
  const scores = matching.map((one) => Math.fround(one.value));
  const most = Math.max(...scores);
  const others = scores.reduce((sum, score) => sum + score, 0) - most;
  const description = tieBreaker === 0 ? "max of:" : `max plus ${javaFloat(tieBreaker)} times others of:`;
  return explained(Math.fround(most + others * tieBreaker), description, matching);
}
