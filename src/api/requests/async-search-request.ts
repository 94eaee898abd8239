/** What is asked for by the submission of an async search. */
import { flag } from "../../compat/query-string.ts";
import { readSearch } from "../../search/request/read-search.ts";
import { onlySuggests, type SearchRequest } from "../../search/request/search-request.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import type { OperationRequest } from "../operation.ts";
import { durationOf } from "./async-search-answer.ts";
import { bodyText } from "./request-body.ts";

const DAY_MS = 86_400_000;
const KEEP_ALIVE_MS = 5 * DAY_MS;
const LEAST_KEEP_ALIVE_MS = 1000;
const WAIT_MS = 1000;
const BATCHED_REDUCE_SIZE = "5";

/** See the file comment. */
export interface AsyncSearchRequest {
  /** The body. */
  readonly text: string;
  readonly search: SearchRequest;
  /** Parameters of the search. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly waitMs: number;
  readonly keepAliveMs: number;
  readonly keepOnCompletion: boolean;
}

/** Throws RequestError 400 for what cannot be read, or not be searched for this way. */
export async function asyncSearchRequest(request: OperationRequest): Promise<AsyncSearchRequest> {
  const text = await bodyText(request);
  const {
    wait_for_completion_timeout: _wait,
    keep_alive: keepAlive,
    keep_on_completion: _keep,
    ...rest
  } = request.parameters;
  const parameters = { batched_reduce_size: BATCHED_REDUCE_SIZE, ...rest };
  const search = readSearch({ body: text, parameters });
  const asked = {
    text,
    search,
    // A kept response is shown with and without types.
    parameters: search.aggregations || search.suggest ? { ...parameters, typed_keys: "true" } : parameters,
    waitMs: durationOf(request, "wait_for_completion_timeout") ?? WAIT_MS,
    keepAliveMs: durationOf(request, "keep_alive") ?? KEEP_ALIVE_MS,
    keepOnCompletion: flag(request.parameters, "keep_on_completion") ?? false,
  };
  const failures: string[] = [];
  if (onlySuggests(search)) failures.push("suggest-only queries are not supported");
  if (asked.keepAliveMs < LEAST_KEEP_ALIVE_MS)
    failures.push(`[keep_alive] must be greater or equals than 1 second, got:${keepAlive}`);
  if (failures.length > 0) throw validationFailed(failures);
  return asked;
}
