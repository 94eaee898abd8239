/** What is wrong with a request as a whole, all of it at once. */
import { RequestError } from "./errors.ts";

/** `Validation Failed: 1: …;2: …;` */
export function validationText(failures: readonly string[]): string {
  return `Validation Failed: ${failures.map((failure, at) => `${at + 1}: ${failure};`).join("")}`;
}

/** 400 with all failures; another `type` where the original does not check it as a request. */
export function validationFailed(
  failures: readonly string[],
  type = "action_request_validation_exception",
): RequestError {
  return new RequestError(400, type, validationText(failures));
}
