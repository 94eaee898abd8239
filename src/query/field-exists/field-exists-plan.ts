/** The plan of documents that have a field. */
import { PresenceOperator } from "./presence.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import { hasField } from "../term/posting-of.ts";

export function planFieldExists(planned: { field: string; description: string }, options: PlanOptions): Plan {
  const { field, description } = planned;
  return constantPlan(
    {
      kind: "FieldExistsQuery",
      description,
      operator: (context) =>
        (context.reader.field(field)?.docsWithField ?? 0) > 0 ? new PresenceOperator(context, field) : undefined,
      matches: (segment, doc) => hasField(segment, field, doc),
      count: (segment) => segment.field(field)?.docsWithField ?? 0,
    },
    options,
  );
}
