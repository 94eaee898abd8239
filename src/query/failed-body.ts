/** Remembers which JSON object a parsing error is about, so that the caller can report its position in the request. */
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";

const bodies = new WeakMap<RequestError, JsonObject>();

/** Runs `read`; an error is recorded for `body`, unless it is already recorded for an inner object. */
export function readingBody<T>(body: JsonObject, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RequestError && !bodies.has(error)) bodies.set(error, body);
    throw error;
  }
}

/** The body that an error is about. */
export function failedBody(error: RequestError): JsonObject | undefined {
  return bodies.get(error);
}
