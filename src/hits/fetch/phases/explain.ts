/** The `explain` option: how the score was computed. */
import type { FetchPhase } from "../fetch-phase.ts";
import { renderExplanation } from "../render-explanation.ts";

export const explain: FetchPhase = {
  name: "explain",
  profiledAs: () => "ExplainPhase",
  prepare: (request, { plan, rescorers }) =>
    request.explain
      ? (hit, { reader, doc, hit: found }) => {
          let explanation = plan.explain(reader, doc);
          for (const rescorer of rescorers) explanation = rescorer.explain(explanation, reader, found);
          hit._explanation = renderExplanation(explanation);
        }
      : undefined,
};
