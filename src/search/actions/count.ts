/** The number of documents that match. */
import type { CallKind } from "../search-action.ts";
import { isCacheable } from "../executor/cacheable-answer.ts";
import { itemOf } from "../call-item.ts";
import { renderShards } from "../render-search.ts";
import { checkTerminateAfter, parseQueryBody } from "../request/parse-request.ts";
import { checkPreference, decimal, integer, queryOfParameters } from "../request/request-parameters.ts";
import { emptyRequest } from "../request/search-request.ts";
import { flag } from "../../compat/query-string.ts";
import { runQuery } from "../coordinate/search.ts";

export const count: CallKind = {
  name: "count",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const { parameters } = item;
    const minScore = decimal(parameters, "min_score");
    checkPreference(parameters.preference);
    flag(parameters, "ignore_throttled");
    const body = parseQueryBody(item.body);
    const request = {
      ...emptyRequest(),
      body: body === undefined ? undefined : { query: body },
      query: queryOfParameters(parameters) ?? body,
      size: 0,
      trackTotalHits: Number.POSITIVE_INFINITY,
      minScore: minScore === undefined ? undefined : Math.fround(minScore),
      terminateAfter: checkTerminateAfter(integer(parameters, "terminate_after") ?? 0),
    };
    const { found, shards } = yield* runQuery(request, item, runtime);
    return {
      status: 200,
      isCacheable: isCacheable(request, parameters, { timedOut: found.timedOut, failed: found.failures.length }),
      body: {
        ...(request.terminateAfter > 0 ? { terminated_early: found.terminatedEarly } : {}),
        count: found.total,
        _shards: renderShards(shards, found.failures),
      },
    };
  },
};
