/** One search over any number of indices. */
import type { CallKind } from "../search-action.ts";
import { isCacheable, looksUp } from "../executor/cacheable-answer.ts";
import { itemOf } from "../call-item.ts";
import { runSearch } from "../coordinate/search.ts";
import { renderSearch } from "../render-search.ts";
import { readSearch } from "../request/read-search.ts";
import { usageOf } from "../request/search-usage.ts";

export const search: CallKind = {
  name: "search",
  counted: true,
  quick: true,
  cacheable: "without-hits",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const request = readSearch(item);
    const { targets, step } = item;
    // Later pages show no aggregations.
    if (step?.cursor) request.aggregations = undefined;
    const asOf = step?.cursor ? { ...runtime, nowMs: step.cursor.nowMs } : runtime;
    const found = yield* runSearch({ request, targets, step }, asOf);
    // What is looked up changes with indices that the answer is not kept for.
    const keepable = !looksUp(runtime.references) && isCacheable(request, item.parameters, found);
    const body = renderSearch(request, found, { human: item.human, nodeId: runtime.nodeId, step });
    const usages = step?.cursor ? [] : [usageOf(request)];
    return { status: 200, body, isCacheable: keepable, groups: [request.groups], usages, cursor: found.cursor };
  },
};
