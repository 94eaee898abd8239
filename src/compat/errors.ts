/**
 * The errors that a caller can act on, with Elasticsearch's texts and formats. Our bugs and corrupt data are an
 * `assert` (core).
 */

/**
 * Additional fields that Elasticsearch renders beside `type` and `reason` (`index`, `index_uuid`, `resource.id`,
 * `line`, `col` …).
 */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * An error that the caller can act on; thrown anywhere, rendered once in `http`. `type` and `reason` are
 * Elasticsearch's; `cause` becomes `caused_by`; `headers` are added to the response.
 */
export class RequestError extends Error {
  readonly status: number;
  readonly type: string;
  readonly details: ErrorDetails;
  override readonly cause: RequestError | undefined;
  /** Content of `root_cause`; the error itself when absent. */
  readonly rootCauses: readonly RequestError[] | undefined;

  constructor(
    status: number,
    type: string,
    reason: string,
    more: { details?: ErrorDetails; cause?: RequestError | undefined; rootCauses?: readonly RequestError[] } = {},
  ) {
    super(reason);
    this.name = "RequestError";
    this.status = status;
    this.type = type;
    this.details = more.details ?? {};
    this.cause = more.cause;
    this.rootCauses = more.rootCauses;
  }
}

/** One error as rendered inside `error`, `root_cause`, `caused_by`, a bulk item or a shard failure. */
export interface ErrorBody {
  type: string;
  reason: string;
  caused_by?: ErrorBody;
  [detail: string]: unknown;
}

/**
 * `{type, reason, ...details, caused_by}` of an error; an unknown error is rendered as an internal one, without its
 * stack.
 */
export function errorBody(error: unknown): ErrorBody {
  if (!(error instanceof RequestError)) {
    return {
      type: "exception",
      reason: error instanceof Error ? `internal error: ${error.message}` : "internal error",
    };
  }
  const body: ErrorBody = { type: error.type, reason: error.message, ...error.details };
  if (error.cause) body.caused_by = errorBody(error.cause);
  return body;
}

/** The response body of a failed request: `{error: {root_cause, type, reason, …}, status}`. */
export function errorResponse(error: unknown): { error: ErrorBody & { root_cause: ErrorBody[] }; status: number } {
  const roots = error instanceof RequestError && error.rootCauses ? error.rootCauses : [error];
  const rootCauses = roots.map((root) => {
    const { caused_by: _left, ...own } = errorBody(root);
    return own;
  });
  return {
    error: { root_cause: rootCauses, ...errorBody(error) },
    status: error instanceof RequestError ? error.status : 500,
  };
}

/** An error as plain data that can cross a thread boundary. */
export interface PortableError {
  status: number;
  type: string;
  reason: string;
  details: ErrorDetails;
  cause?: PortableError;
  rootCauses?: PortableError[];
  /** The stack of an internal error, for the log only. */
  stack?: string;
}

/** Turns any error into data that survives `postMessage`. */
export function toPortableError(error: unknown): PortableError {
  if (!(error instanceof RequestError)) {
    const message = error instanceof Error ? error.message : String(error);
    const portable: PortableError = {
      status: 500,
      type: "exception",
      reason: `internal error: ${message}`,
      details: {},
    };
    if (error instanceof Error && error.stack) portable.stack = error.stack;
    return portable;
  }
  const portable: PortableError = {
    status: error.status,
    type: error.type,
    reason: error.message,
    details: error.details,
  };
  if (error.cause) portable.cause = toPortableError(error.cause);
  if (error.rootCauses) portable.rootCauses = error.rootCauses.map(toPortableError);
  return portable;
}

/** The inverse of `toPortableError`. */
export function fromPortableError(portable: PortableError): RequestError {
  const error = new RequestError(portable.status, portable.type, portable.reason, {
    details: portable.details,
    cause: portable.cause ? fromPortableError(portable.cause) : undefined,
    ...(portable.rootCauses ? { rootCauses: portable.rootCauses.map(fromPortableError) } : {}),
  });
  if (portable.stack) error.stack = portable.stack;
  return error;
}

/** 400 `illegal_argument_exception`, Elasticsearch's error for an invalid value. */
export function illegalArgument(reason: string, details?: ErrorDetails): RequestError {
  return new RequestError(400, "illegal_argument_exception", reason, details ? { details } : {});
}

/** 400 `parsing_exception`, Elasticsearch's error for a query or body that it cannot parse. */
export function parsingException(reason: string, details: ErrorDetails = { line: 1, col: 1 }): RequestError {
  return new RequestError(400, "parsing_exception", reason, { details });
}
