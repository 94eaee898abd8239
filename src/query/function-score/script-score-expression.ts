/** The matches of a query with the scores that a script gives them (Elasticsearch's `ScriptScoreQuery`). */
import { javaFloat } from "../../core/float32.ts";
import { BoostOperator } from "../boost/boost-operator.ts";
import { MinimumScoreOperator } from "../execution/minimum-score.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { inexact } from "../percolation/candidates.ts";
import { costOf, TESTED_DOCS } from "../plan-cost.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import type { Explanation, Plan, PlanOptions } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { FunctionScoreOperator } from "./function-score-operator.ts";
import type { ScoreFunction } from "./score-function.ts";

export interface ScriptScoring {
  readonly run: ScoreFunction;
  /** Elasticsearch's text form of the script. */
  readonly text: string;
  /** Documents with a lower score do not match; a float32. */
  readonly minScore: number | undefined;
}

export function scoredByScript(inner: Expression, scoring: ScriptScoring): Expression {
  const { run, text, minScore } = scoring;
  const description = `script_score (${inner.description}, script: {${text}}`;
  const key = expressionKey("script_score", minScore, run.key, inner.key);
  const self: Expression = {
    type: "ScriptScoreQuery",
    description,
    key,
    matchKey: () => (minScore === undefined ? matchKeyOf(inner) : key),
    isWrapper: true,
    candidates: () => inexact(inner.candidates?.()),
    rewrite(searcher) {
      const rewritten = inner.rewrite(searcher);
      if (isMatchNone(rewritten)) return rewritten;
      return rewritten === inner ? self : scoredByScript(rewritten, scoring);
    },
    plan(searcher, options) {
      const scored = options.scored || minScore !== undefined;
      const plan = planExpression(inner, searcher, { scored, boost: 1 });
      return planScriptScore(description, plan, scoring, options);
    },
    highlightTerms: (searcher, add, boost) => inner.highlightTerms(searcher, add, boost),
  };
  return self;
}

function planScriptScore(
  description: string,
  inner: Plan,
  { run, minScore }: ScriptScoring,
  { scored, boost }: PlanOptions,
): Plan {
  const weight = Math.fround(boost);
  return {
    kind: "ScriptScoreQuery",
    description,
    children: [inner],
    operator(context, leadCost) {
      const matches = inner.operator(context, leadCost);
      if (!matches || (!scored && minScore === undefined)) return matches;
      const function_ = { run: run.open(context.reader), weight: 1, filter: undefined };
      const scripted = new FunctionScoreOperator(context, matches, [function_], {
        scoreMode: "multiply",
        boostMode: "replace",
        maxBoost: Infinity,
        needsScores: true,
      });
      const boosted = weight === 1 ? scripted : new BoostOperator(context, scripted, weight);
      return minScore === undefined ? boosted : new MinimumScoreOperator(context, boosted, minScore);
    },
    count: (segment) => (minScore === undefined ? inner.count?.(segment) : undefined),
    cost: (segment) => costOf(inner, segment) * TESTED_DOCS,
    explain(segment, doc): Explanation {
      const query = inner.explain(segment, doc);
      if (!query.match) return query;
      const value = run.open(segment).explain(doc, query);
      const score = Math.fround(Math.fround(value.value) * weight);
      const told =
        weight === 1 ? value : explained(score, "Boosted score, product of:", [explained(weight, "boost"), value]);
      if (minScore === undefined || score >= minScore) return told;
      const reason = `Score value is too low, expected at least ${javaFloat(minScore)} but got ${javaFloat(score)}`;
      return unmatched(reason, [told]);
    },
  };
}
