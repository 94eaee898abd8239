/** What a search has come to where it has no answer of its own: while it runs, and when it failed. */
import { errorBody, RequestError } from "../compat/errors.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import type { AsyncSearchOutcome } from "./async-search-record.ts";

const PLAIN = { typedKeys: false, totalsAsNumbers: false };

/** Of a search that no shard has answered yet. */
export function unfinishedOutcome(shards: number, tookMs: number): AsyncSearchOutcome {
  const counts = { total: shards, successful: 0, skipped: 0, failed: 0 };
  return {
    status: 200,
    response: emptyResponse(tookMs, counts),
    form: PLAIN,
    error: undefined,
    shards: counts,
    warnings: [],
  };
}

/** Of a search that failed; one that failed on its shards shows how. */
export function failedOutcome(error: unknown, shards: number, tookMs: number): AsyncSearchOutcome {
  const cause =
    error instanceof RequestError ? error : new RequestError(500, "exception", `internal error: ${String(error)}`);
  const wrapped = new RequestError(cause.status, "status_exception", "error while executing search", { cause });
  const failures = failuresOf(cause);
  const counts = { total: shards, successful: 0, skipped: 0, failed: failures.length > 0 ? shards : 0 };
  return {
    status: cause.status,
    response: failures.length > 0 ? emptyResponse(tookMs, { ...counts, failures }) : undefined,
    form: PLAIN,
    error: JSON.parse(writeJson(errorBody(wrapped))) as JsonObject,
    shards: counts,
    warnings: [],
  };
}

function failuresOf({ details }: RequestError): readonly Json[] {
  const failures = details["failed_shards"];
  return Array.isArray(failures) ? (JSON.parse(writeJson(failures)) as Json[]).filter(isJsonObject) : [];
}

function emptyResponse(tookMs: number, shards: object): string {
  return writeJson({
    took: Math.round(tookMs),
    timed_out: false,
    num_reduce_phases: 0,
    _shards: shards,
    hits: { total: { value: 0, relation: "gte" }, max_score: null, hits: [] },
  });
}
