/** Several searches in one call; what goes wrong in one of them is its answer. */
import { errorResponse, RequestError } from "../../compat/errors.ts";
import { itemOf } from "../call-item.ts";
import { runSearch } from "../coordinate/search.ts";
import { renderSearch } from "../render-search.ts";
import { readSearch } from "../request/read-search.ts";
import { usageOf } from "../request/search-usage.ts";
import { NeedsReferences } from "../request/request-references.ts";
import type { CallKind } from "../search-action.ts";
import { TooLarge } from "../shard/request-control.ts";
import type { SlowPhase } from "../slow-phases.ts";
import type { Reference } from "../search-service.ts";

/** What says that a body cannot be read: in Elasticsearch nothing has run when it is found. */
const UNREADABLE: ReadonlySet<string> = new Set(["parsing_exception", "x_content_parse_exception"]);

export const msearch: CallKind = {
  name: "msearch",
  counted: true,
  quick: true,

  *run(call, runtime) {
    // All are read before the first one runs: a request that cannot be read fails the whole call.
    const items = call.bodies.map((_body, number) => itemOf(call, number));
    const requests = items.map((item) => ({ item, request: readSearch(item) }));
    const responses: unknown[] = [];
    const unresolved: Reference[] = [];
    for (const [number, { item, request }] of requests.entries()) {
      const startedMs = performance.now();
      const tookMs = (): number => Math.round(performance.now() - startedMs);
      const own = { ...runtime, tookMs, slow: (phase: SlowPhase): void => runtime.slow({ ...phase, item: number }) };
      const { human, step, targets } = item;
      const options = { human, nodeId: runtime.nodeId, step };
      try {
        const found = yield* runSearch({ request, targets, step }, own);
        responses.push({ ...renderSearch(request, found, options), status: 200 });
      } catch (error) {
        if (error instanceof TooLarge) throw error;
        if (error instanceof RequestError && UNREADABLE.has(error.type)) throw error;
        if (error instanceof RequestError && error.type === "task_cancelled_exception") throw error;
        // All that the call needs is asked for together, and then the call runs once more.
        if (error instanceof NeedsReferences) unresolved.push(...error.references);
        else responses.push(errorResponse(error));
      }
    }
    if (unresolved.length > 0) throw new NeedsReferences(unresolved);
    const groups = requests.map(({ request }) => request.groups);
    const usages = requests.map(({ request }) => usageOf(request));
    return { status: 200, body: { took: runtime.tookMs(), responses }, groups, usages };
  },
};
