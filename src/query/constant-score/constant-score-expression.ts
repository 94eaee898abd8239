/** An expression whose matches all score the boost (Lucene's `ConstantScoreQuery`). */
import { planExpression } from "../query-cache/cached-plan.ts";
import { withoutBoost } from "../boost/boost-expression.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { ConstantScoreOperator } from "./constant-score-operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { explainConstant } from "./constant-plan.ts";

/** An expression that gives another one a constant score. */
export interface ConstantScore extends Expression {
  readonly constantOf: true;
  readonly inner: Expression;
}

/** Gives the matches of `inner` the boost as their score. */
export function constantScore(inner: Expression): Expression {
  const self: ConstantScore = {
    type: "ConstantScoreQuery",
    get description() {
      return `ConstantScore(${inner.description})`;
    },
    get key() {
      return expressionKey("constant", inner.key);
    },
    matchKey: () => matchKeyOf(inner),
    isWrapper: true,
    constantOf: true,
    inner,
    candidates: () => inner.candidates?.(),
    rewrite(searcher) {
      // Inner boosts and constant scores have no effect.
      const rewritten = withoutBoost(inner.rewrite(searcher)).inner;
      if (isMatchNone(rewritten)) return rewritten;
      if (isConstantScore(rewritten)) return constantScore(rewritten.inner);
      return rewritten === inner ? self : constantScore(rewritten);
    },
    plan: (searcher, options) =>
      planConstantScore(self, planExpression(inner, searcher, { scored: false, boost: 1 }), options),
    highlightTerms: (searcher, add, boost) => inner.highlightTerms(searcher, add, boost),
  };
  return self;
}

/** Whether an expression is a constant score. */
export function isConstantScore(expression: Expression): expression is ConstantScore {
  return "constantOf" in expression;
}

function planConstantScore(query: Expression, inner: Plan, options: PlanOptions): Plan {
  const score = Math.fround(options.boost);
  return {
    kind: "ConstantScoreQuery",
    get description() {
      return query.description;
    },
    children: [inner],
    operator(context, leadCost) {
      const matches = inner.operator(context, leadCost);
      return matches && options.scored ? new ConstantScoreOperator(context, matches, score) : matches;
    },
    count: (segment) => inner.count?.(segment),
    explain: (segment, doc) => explainConstant(query.description, score, inner.explain(segment, doc).match, doc),
  };
}
