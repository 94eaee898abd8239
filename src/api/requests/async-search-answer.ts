/** Answers about async searches. */
import type { AsyncSearchRecord, ResponseForm } from "../../async-search/async-search-record.ts";
import { responseIn } from "../../async-search/shown-response.ts";
import { JsonText } from "../../compat/json/json-text.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { ownOf } from "../../core/names.ts";
import type { OperationRequest, OperationResponse } from "../operation.ts";

/** What of a record is shown. */
export interface ShownParts {
  readonly form: ResponseForm;
  /** Whether it can be asked for again. */
  readonly hasId: boolean;
  /** Whether what is known before the end is shown. */
  readonly intermediate: boolean;
}

/** A search with its response, as far as there is one. */
export function asyncSearchAnswer(
  request: Pick<OperationRequest, "render" | "warn">,
  record: AsyncSearchRecord,
  { form, hasId, intermediate }: ShownParts,
): OperationResponse {
  const { id, isPartial, isRunning, status, response, error } = record;
  for (const warning of record.warnings) request.warn(warning);
  const body: Record<string, unknown> = {
    ...(hasId ? { id } : {}),
    is_partial: isPartial,
    is_running: isRunning,
    ...timesOf(request, record),
  };
  if (response !== undefined && (intermediate || !isRunning))
    body["response"] = new JsonText(responseIn(form, response, record.form));
  if (error !== undefined) body["error"] = error;
  const headers = {
    ...(hasId ? { "X-Elasticsearch-Async-Id": id } : {}),
    "X-Elasticsearch-Async-Is-Running": isRunning ? "?1" : "?0",
  };
  return { status: isRunning ? 200 : status, body, headers };
}

/** How far a search is. */
export function asyncStatusAnswer(
  request: Pick<OperationRequest, "render">,
  record: AsyncSearchRecord,
): OperationResponse {
  const { id, isPartial, isRunning, shards, status } = record;
  const body = {
    id,
    is_running: isRunning,
    is_partial: isPartial,
    ...timesOf(request, record),
    _shards: shards,
    ...(isRunning ? {} : { completion_status: status }),
  };
  return { status: 200, body };
}

/** A duration of the query string; undefined where there is none. */
export function durationOf({ parameters }: Pick<OperationRequest, "parameters">, name: string): number | undefined {
  const text = ownOf(parameters, name);
  return text === undefined ? undefined : parseTimeMs(text, name);
}

function timesOf(
  { render }: Pick<OperationRequest, "render">,
  { startMs, expirationMs, completionMs }: AsyncSearchRecord,
): Record<string, unknown> {
  const times: Record<string, unknown> = {};
  for (const [name, time] of [
    ["start_time", startMs],
    ["expiration_time", expirationMs],
    ["completion_time", completionMs],
  ] as const) {
    if (time === undefined) continue;
    if (render.human) times[name] = new Date(time).toISOString();
    times[`${name}_in_millis`] = time;
  }
  return times;
}
