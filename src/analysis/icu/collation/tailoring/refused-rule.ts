import { RequestError } from "../../../../compat/errors.ts";

/** The error for an unsupported rule, in ICU's words. The parser adds the position. */
export function refusedRule(reason: string): RequestError {
  return new RequestError(400, "unsupported_operation_exception", reason);
}
