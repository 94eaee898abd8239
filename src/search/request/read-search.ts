/** What clients ask, as requests: bodies with the parameters of the query string, which win. Throws 400. */
import { flag } from "../../compat/query-string.ts";
import type { CallItem } from "../call-item.ts";
import { parseQueryBody, parseSearchBody } from "./parse-request.ts";
import { checkTerminateAfter } from "./search-limits.ts";
import { applyParameters, checkPreference, decimal, integer, queryOfParameters } from "./request-parameters.ts";
import { emptyRequest, type SearchRequest } from "./search-request.ts";

/** What of a call makes the request. */
type Asked = Pick<CallItem, "body" | "parameters">;

/** A search. */
export function readSearch({ body, parameters }: Asked): SearchRequest {
  const request = parseSearchBody(body);
  if (body !== "") {
    request.usedQueries = new Set();
    request.usedAggregations = new Map();
  }
  applyParameters(request, parameters);
  return request;
}

/** A search that counts what matches. */
export function readCount({ body: text, parameters }: Asked): SearchRequest {
  const minScore = decimal(parameters, "min_score");
  checkPreference(parameters.preference);
  flag(parameters, "ignore_throttled");
  const body = parseQueryBody(text);
  return {
    ...emptyRequest(),
    text,
    body: body === undefined ? undefined : { query: body },
    query: queryOfParameters(parameters) ?? body,
    size: 0,
    trackTotalHits: Number.POSITIVE_INFINITY,
    minScore: minScore === undefined ? undefined : Math.fround(minScore),
    terminateAfter: checkTerminateAfter(integer(parameters, "terminate_after") ?? 0),
  };
}
