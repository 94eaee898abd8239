/** The `inner_hits` of queries: which nested or joined documents made the hit match. */
import type { FetchPhase } from "../fetch-phase.ts";

export const innerHits: FetchPhase = {
  name: "inner_hits",
  profiledAs: () => "InnerHitsPhase",
  prepare: (_request, { innerHits: show }) =>
    show &&
    ((hit, { reader, doc }) => {
      hit.inner_hits = show(reader, doc);
    }),
};
