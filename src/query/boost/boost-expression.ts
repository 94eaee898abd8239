/** An expression with its scores multiplied (Lucene's `BoostQuery`). */
import { javaFloat } from "../../core/float32.ts";
import type { Plan } from "../query.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { costOf } from "../plan-cost.ts";

/** A boosted expression. */
export interface Boosted extends Expression {
  readonly boostOf: true;
  readonly inner: Expression;
  readonly boost: number;
}

/** Multiplies the scores of `inner` by `boost`, rounded to float32. */
export function boosted(inner: Expression, boost: number): Expression {
  const factor = Math.fround(boost);
  if (isMatchNone(inner)) return inner;
  const self: Boosted = {
    type: "BoostQuery",
    description: `(${inner.description})^${javaFloat(factor)}`,
    key: expressionKey("boost", factor, inner.key),
    matchKey: () => matchKeyOf(inner),
    isWrapper: true,
    boostOf: true,
    inner,
    boost: factor,
    candidates: () => inner.candidates?.(),
    rewrite(searcher) {
      const rewritten = inner.rewrite(searcher);
      if (factor === 1 || isMatchNone(rewritten)) return rewritten;
      if (isBoosted(rewritten)) return boosted(rewritten.inner, Math.fround(factor * rewritten.boost));
      return rewritten === inner ? self : boosted(rewritten, factor);
    },
    plan: (searcher, options) =>
      boostedPlan(self, planExpression(inner, searcher, { ...options, boost: Math.fround(options.boost * factor) })),
    highlightTerms: (searcher, add, outer) => inner.highlightTerms(searcher, add, outer * factor),
  };
  return self;
}

/** The plan of the inner expression under the name of the boosted one. The inner plan applies the boost. */
function boostedPlan(boost: Boosted, plan: Plan): Plan {
  return {
    kind: boost.type,
    description: boost.description,
    children: plan.children,
    scoring: plan.scoring,
    profiled: plan.profiled,
    name: plan.name,
    percolation: plan.percolation,
    operator: (context, leadCost) => plan.operator(context, leadCost),
    count: (segment) => plan.count?.(segment),
    cost: (segment) => costOf(plan, segment),
    explain: (segment, doc) => plan.explain(segment, doc),
  };
}

/** Whether an expression is a boosted one. */
export function isBoosted(expression: Expression): expression is Boosted {
  return "boostOf" in expression;
}

/** The expression inside the boosts, and the product of the boosts. */
export function withoutBoost(expression: Expression): { inner: Expression; boost: number } {
  let inner = expression;
  let boost = 1;
  while (isBoosted(inner)) {
    boost = Math.fround(boost * inner.boost);
    inner = inner.inner;
  }
  return { inner, boost };
}
