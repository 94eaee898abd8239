/** The number of documents that match. */
import { itemOf } from "../call-item.ts";
import { runSearch } from "../coordinate/search.ts";
import { isCacheable, looksUp } from "../executor/cacheable-answer.ts";
import { renderShards } from "../render-search.ts";
import { readCount } from "../request/read-search.ts";
import type { CallKind } from "../search-action.ts";

export const count: CallKind = {
  name: "count",
  counted: true,
  quick: true,
  cacheable: "all",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const request = readCount(item);
    const found = yield* runSearch({ request, targets: item.targets }, runtime);
    return {
      status: 200,
      isCacheable: !looksUp(runtime.references) && isCacheable(request, item.parameters, found),
      body: {
        ...(request.terminateAfter > 0 ? { terminated_early: found.terminatedEarly } : {}),
        count: found.total,
        _shards: renderShards(found.shards.total, found.shards.failures),
      },
    };
  },
};
