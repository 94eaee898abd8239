/** The plan of `match_all`. */
import { MatchAllOperator } from "./match-all-operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";

export function planMatchAll(options: PlanOptions): Plan {
  return constantPlan(
    {
      kind: "MatchAllDocsQuery",
      description: "*:*",
      operator: (context) => new MatchAllOperator(context, 0),
      matches: () => true,
      count: (segment) => segment.docCount,
    },
    options,
  );
}
