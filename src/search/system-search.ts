/**
 * Searches of the server's own indices: whoever asks sees all of them, and a shard that does not answer is an error.
 */
import { systemClock } from "../core/clock.ts";
import { assert } from "../core/assert.ts";
import { RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import type { SearchAnswer, SearchAction } from "./search-service.ts";

/** What runs searches. */
export interface SearchEngine {
  search(call: SearchAction): Promise<SearchAnswer>;
}

/** What a search says. */
export interface SystemAnswer {
  /** Exact; 0 when the body does not want it. */
  readonly total: number;
  readonly hits: readonly JsonObject[];
  /** By name. */
  readonly aggregations: JsonObject;
}

/**
 * Runs a body over indices; `what` names them in errors. Rejects with RequestError 503 when a shard does not answer.
 */
export async function searchSystem(
  engine: SearchEngine,
  indices: readonly { readonly uuid: string; readonly name: string }[],
  body: JsonObject,
  what: string,
): Promise<SystemAnswer> {
  const answer = await engine.search({
    call: "search",
    targets: [indices.map(({ uuid, name }) => ({ uuid, index: name, filters: [], access: undefined }))],
    bodies: [stringifyJson({ track_total_hits: true, ...body })],
    parameters: [{ allow_partial_search_results: "false" }],
    render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    control: undefined,
    startedMs: systemClock.monotonicMs(),
  });
  const response: Json = parseJson(Buffer.from(answer.body).toString("utf8"));
  if (answer.status !== 200 || !isJsonObject(response))
    throw new RequestError(503, "search_phase_execution_exception", `${what} cannot be searched`);
  const { hits, aggregations } = response;
  assert(isJsonObject(hits) && Array.isArray(hits["hits"]), "a search answers hits");
  return {
    total: isJsonObject(hits["total"]) ? Number(hits["total"]["value"]) : 0,
    hits: hits["hits"].filter((hit) => isJsonObject(hit)),
    aggregations: isJsonObject(aggregations) ? aggregations : {},
  };
}
