/** An expression that is reported in `matched_queries`. */
import type { Plan } from "../query.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { costOf } from "../plan-cost.ts";

let count = 0;

/** Gives the plan of `inner` a name. Never merged with other expressions, so that the name is kept. */
export function named(inner: Expression, name: string): Expression {
  const number = ++count;
  const wrap = (expression: Expression): Expression => {
    const self: Expression = {
      type: expression.type,
      description: expression.description,
      key: expressionKey("named", name, number, expression.key),
      matchKey: () => matchKeyOf(expression),
      isWrapper: true,
      ...(expression.expansion ? { expansion: expression.expansion } : {}),
      candidates: () => expression.candidates?.(),
      rewrite(searcher) {
        const rewritten = expression.rewrite(searcher);
        return rewritten === expression ? self : wrap(rewritten);
      },
      plan: (searcher, options) => namedPlan(planExpression(expression, searcher, options), name),
      highlightTerms: (searcher, add, boost) => expression.highlightTerms(searcher, add, boost),
    };
    return self;
  };
  return wrap(inner);
}

function namedPlan(plan: Plan, name: string): Plan {
  const outer: Plan = {
    kind: plan.kind,
    description: plan.description,
    // A plan that already has a name stays visible below this one.
    children: plan.name === undefined ? plan.children : [plan],
    scoring: plan.name === undefined ? plan.scoring : undefined,
    profiled: plan.profiled,
    name,
    percolation: plan.percolation,
    operator: (context, leadCost) => plan.operator(context, leadCost),
    count: (segment) => plan.count?.(segment),
    cost: (segment) => costOf(plan, segment),
    explain: (segment, doc) => plan.explain(segment, doc),
  };
  return outer;
}
