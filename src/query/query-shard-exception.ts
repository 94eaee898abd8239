/** Errors of a query that is well formed but does not fit the index. */
import { RequestError } from "../compat/errors.ts";

/** 400 `query_shard_exception`: a search reports it as the failure of each shard. */
export function queryShardException(index: string, reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "query_shard_exception", reason, { details: { index }, cause });
}

/**
 * Runs `build` and wraps its request errors in "failed to create query: …", as Elasticsearch does where a query is
 * built for an index.
 */
export function creatingQuery<T>(index: string, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof RequestError) || passedOn.has(error.type) || plain.has(error)) throw error;
    throw queryShardException(index, `failed to create query: ${error.message}`, error);
  }
}

/** Errors that are complete, or (as `circuit_breaking_exception`) not about the query. */
const passedOn: ReadonlySet<string> = new Set([
  "query_shard_exception",
  "parsing_exception",
  "circuit_breaking_exception",
  "task_cancelled_exception",
  "index_not_found_exception",
]);

const plain = new WeakSet<RequestError>();

/** Marks an error that must not be wrapped. */
export function unwrapped(error: RequestError): RequestError {
  plain.add(error);
  return error;
}
