/** Several searches in one call; what goes wrong in one of them is its answer. */
import { errorResponse, RequestError } from "../../compat/errors.ts";
import type { CallKind } from "../search-action.ts";
import { itemOf } from "../call-item.ts";
import { readSearch, runSearch } from "../coordinate/search.ts";

export const msearch: CallKind = {
  name: "msearch",

  *run(call, runtime) {
    // All are read before the first one runs: a request that cannot be read fails the whole call.
    const items = call.bodies.map((_body, number) => itemOf(call, number));
    const requests = items.map((item) => ({ item, request: readSearch(item) }));
    const responses: unknown[] = [];
    for (const { item, request } of requests) {
      const startedMs = performance.now();
      const own = { ...runtime, tookMs: () => Math.round(performance.now() - startedMs) };
      try {
        responses.push({ ...(yield* runSearch(request, item, own)), status: 200 });
      } catch (error) {
        if (error instanceof RequestError && error.type === "task_cancelled_exception") throw error;
        responses.push(errorResponse(error));
      }
    }
    return { status: 200, body: { took: runtime.tookMs(), responses } };
  },
};
