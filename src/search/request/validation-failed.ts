/** What a search says together and cannot. */
import { RequestError } from "../../compat/errors.ts";

/** 400 `action_request_validation_exception`. */
export function validationFailed(failures: readonly string[]): RequestError {
  const told = failures.map((failure, number) => `${number + 1}: ${failure};`).join("");
  return new RequestError(400, "action_request_validation_exception", `Validation Failed: ${told}`);
}
