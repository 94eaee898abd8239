/** Named queries: which of them the hit matches. */
import type { FetchPhase } from "../fetch-phase.ts";
import { matchedQueries as matchedQueriesOf, namedPlans } from "../matched-queries.ts";

export const matchedQueries: FetchPhase = {
  name: "matched_queries",
  profiledAs: () => "MatchedQueriesPhase",
  prepare({ includeNamedQueriesScore }, { plan, postFilter }) {
    const named = [...namedPlans(plan), ...(postFilter ? namedPlans(postFilter) : [])];
    if (named.length === 0) return undefined;
    return (hit, { reader, doc }) => {
      const matched = matchedQueriesOf(named, reader, doc, includeNamedQueriesScore);
      if (matched) hit.matched_queries = matched;
    };
  },
};
