/** Remembers what an error of parsing is about, for those who know where it stands in the request. */
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";

const bodies = new WeakMap<RequestError, JsonObject>();

/** Runs `read`; its errors are about `body`, unless they are known to be about something inside it. */
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
