import { RequestError } from "../../../../compat/errors.ts";

/** A rule that cannot be kept, in ICU's words. The parser adds the place. */
export function refusedRule(reason: string): RequestError {
  return new RequestError(400, "unsupported_operation_exception", reason);
}
