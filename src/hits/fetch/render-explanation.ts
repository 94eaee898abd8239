/** Renders explanations. */
import type { Explanation } from "../../query/query.ts";

/** `{value, description, details}`. */
export function renderExplanation(explanation: Explanation): Record<string, unknown> {
  return {
    value: explanation.value,
    description: explanation.description,
    details: explanation.details.map(renderExplanation),
  };
}
