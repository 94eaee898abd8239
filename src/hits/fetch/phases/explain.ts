/** The `explain` option: how the score came about. */
import type { FetchPhase } from "../fetch-phase.ts";
import { renderExplanation } from "../render-explanation.ts";

export const explain: FetchPhase = {
  name: "explain",
  readsRecords: false,
  prepare: (request, { plan }) =>
    request.explain
      ? (hit, { reader, doc }) => {
          hit._explanation = renderExplanation(plan.explain(reader, doc));
        }
      : undefined,
};
