/** The plan of a constant score around another plan. */
import { ConstantScoreOperator } from "./constant-score-operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { explainConstant } from "./constant-plan.ts";

export function planConstantScore(description: string, inner: Plan, options: PlanOptions): Plan {
  const score = Math.fround(options.boost);
  return {
    kind: "ConstantScoreQuery",
    description,
    children: [inner],
    operator(context, leadCost) {
      const matches = inner.operator(context, leadCost);
      return matches && options.scored ? new ConstantScoreOperator(context, matches, score) : matches;
    },
    count: (segment) => inner.count?.(segment),
    explain: (segment, doc) => explainConstant(description, score, inner.explain(segment, doc).match, doc),
  };
}
