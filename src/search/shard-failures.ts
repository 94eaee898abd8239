/** Failures of shards, told as Elasticsearch tells them (`SearchPhaseExecutionException`, `ShardSearchFailure`). */
import { errorBody, RequestError, type ErrorBody } from "../compat/errors.ts";

/** A shard that could not answer. */
export interface ShardFailure {
  readonly index: string;
  readonly uuid: string;
  readonly shard: number;
  readonly node: string;
  readonly error: unknown;
}

// Exceptions of Java and Lucene; the others are Elasticsearch's own, which it does not wrap twice.
const FOREIGN_TYPES: ReadonlySet<string> = new Set([
  "illegal_argument_exception",
  "illegal_state_exception",
  "number_format_exception",
  "null_pointer_exception",
  "array_index_out_of_bounds_exception",
  "class_cast_exception",
  "unsupported_operation_exception",
  "i_o_exception",
  "too_many_clauses",
  "too_many_nested_clauses",
  "too_complex_to_determinize_exception",
  "arithmetic_exception",
  "date_time_exception",
  "x_content_parse_exception",
]);

/** `{shard, index, node, reason}` of the failures, one for each index and kind of failure. */
export function renderFailures(
  failures: readonly ShardFailure[],
): { shard: number; index: string; node: string; reason: ErrorBody }[] {
  return grouped(failures).map((failure) => ({
    shard: failure.shard,
    index: failure.index,
    node: failure.node,
    reason: errorBody(placed(failure)),
  }));
}

/** The error of a search that no shard could answer, or that must not be answered in part. */
export function phaseFailure(failures: readonly ShardFailure[], reason: string, phase = "query"): RequestError {
  const groups = grouped(failures);
  const errors = groups.map(placed);
  const first = errors[0];
  const wrapped =
    first instanceof RequestError && FOREIGN_TYPES.has(first.type)
      ? new RequestError(first.status, first.type, first.message, { cause: first })
      : unnamedCause(first);
  const serverError = errors.find((error) => statusOf(error) >= 500);
  return new RequestError(
    serverError === undefined ? statusOf(first) : statusOf(serverError),
    "search_phase_execution_exception",
    reason,
    {
      details: { phase, grouped: true, failed_shards: renderFailures(failures) },
      cause: wrapped,
      rootCauses: errors.map(rootOf),
    },
  );
}

/** The error of a search whose shards all answered, but whose results cannot be put together. */
export function reduceFailure(error: RequestError): RequestError {
  return new RequestError(error.status, "search_phase_execution_exception", "", {
    details: { phase: "fetch", grouped: true, failed_shards: [] },
    cause: error,
    rootCauses: [],
  });
}

/** What stands behind a query's failure and is an exception of Elasticsearch's own, as no exception of Java is. */
function unnamedCause(error: unknown): RequestError | undefined {
  const type = error instanceof RequestError && error.type === "query_shard_exception" ? error.cause?.type : undefined;
  return type === "exception" || type === "parse_exception" ? (error as RequestError).cause : undefined;
}

function rootOf(error: unknown): RequestError {
  if (error instanceof RequestError) return unnamedCause(error) ?? error;
  const body = errorBody(error);
  return new RequestError(500, body.type, body.reason);
}

function statusOf(error: unknown): number {
  return error instanceof RequestError ? error.status : 500;
}

/** Errors that name their index also name its uuid. */
function placed(failure: ShardFailure): unknown {
  const { error } = failure;
  if (!(error instanceof RequestError) || error.details.index === undefined || error.details.index_uuid !== undefined)
    return error;
  return new RequestError(error.status, error.type, error.message, {
    details: { index_uuid: failure.uuid, ...error.details },
    cause: error.cause,
  });
}

/** The first failure of each index, type and reason. */
function grouped(failures: readonly ShardFailure[]): ShardFailure[] {
  const seen = new Set<string>();
  return failures.filter((failure) => {
    const { type, reason } = errorBody(failure.error);
    const key = JSON.stringify([failure.index, type, reason]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
