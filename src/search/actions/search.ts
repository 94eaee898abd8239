/** One search over any number of indices. */
import type { CallKind } from "../search-action.ts";
import type { SearchAction } from "../search-service.ts";
import { isCacheable, looksUp } from "../executor/cacheable-answer.ts";
import { type CallItem, itemOf } from "../call-item.ts";
import { runSearch, runWrittenSearch } from "../coordinate/search.ts";
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
    const run = isWritten(call, item) ? runWrittenSearch : runSearch;
    const found = yield* run({ request, targets, step }, asOf);
    // What is looked up changes with indices that the answer is not kept for.
    const keepable = !looksUp(runtime.references) && isCacheable(request, item.parameters, found);
    const body = renderSearch(request, found, { human: item.human, nodeId: runtime.nodeId, step });
    const usages = step?.cursor ? [] : [usageOf(request)];
    return { status: 200, body, isCacheable: keepable, groups: [request.groups], usages, cursor: found.cursor };
  },
};

/** Whether the answer is nothing but JSON that is sent once. */
function isWritten({ render }: SearchAction, { parameters }: CallItem): boolean {
  const { format, pretty, filterPath } = render;
  return format === "json" && !pretty && !filterPath && parameters.request_cache === undefined;
}
