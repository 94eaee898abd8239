/** One search over any number of indices. */
import type { CallKind } from "../search-action.ts";
import { isCacheable, outcomeOf } from "../executor/cacheable-answer.ts";
import { itemOf } from "../call-item.ts";
import { readSearch, runSearch } from "../coordinate/search.ts";

export const search: CallKind = {
  name: "search",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const request = readSearch(item);
    const body = yield* runSearch(request, item, runtime);
    // What is looked up changes with indices that the answer is not kept for.
    const keepable = item.lookups === undefined && isCacheable(request, item.parameters, outcomeOf(body));
    return { status: 200, body, isCacheable: keepable };
  },
};
