/** What goes wrong with a document on its shard, as Elasticsearch tells it. */
import { RequestError } from "../../compat/errors.ts";

/**
 * 500 `exception`; the root cause is what went wrong, if that is an exception of Elasticsearch's own and not one of
 * Java.
 */
export function executionFailure(cause: RequestError): RequestError {
  const rootCauses = cause.type === "illegal_argument_exception" ? {} : { rootCauses: [cause] };
  return new RequestError(500, "exception", "failed to execute term vector request", { cause, ...rootCauses });
}
