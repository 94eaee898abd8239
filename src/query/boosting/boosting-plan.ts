/** The plan of a demotion (Lucene's `FunctionScoreQuery.boostByQuery`). */
import { DemotionOperator } from "./boosting-operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";

/** What is demoted by what; `positive` is planned with a boost of 1. */
export interface PlannedDemotion {
  readonly description: string;
  readonly positive: Plan;
  readonly negative: Plan;
  /** Float32. */
  readonly factor: number;
}

export function planBoosting(planned: PlannedDemotion, options: PlanOptions): Plan {
  const { positive, negative, factor, description } = planned;
  return {
    kind: "FunctionScoreQuery",
    description,
    children: [positive],
    operator(context) {
      const matches = positive.operator(context);
      if (!matches || !options.scored) return matches;
      const demoted = negative.operator(context);
      return new DemotionOperator(context, matches, demoted, { factor, boost: options.boost });
    },
    count: (segment) => positive.count?.(segment),
    explain(segment, doc) {
      const inner = positive.explain(segment, doc);
      if (!inner.match) return unmatched("no match", [inner]);
      const hit = negative.explain(segment, doc).match;
      const value = Math.fround(inner.value) * (hit ? factor : 1);
      const demotion = explained(factor, `Matched boosting query score(${negative.description})`);
      const told = hit ? explained(Math.fround(value), "product of:", [inner, demotion]) : inner;
      if (options.boost === 1) return explained(Math.fround(value), `weight(${description}), result of:`, [told]);
      const score = Math.fround(value * options.boost);
      return explained(score, `weight(${description}), product of:`, [explained(options.boost, "boost"), told]);
    },
  };
}
