/** Indices of the server itself: closed to the interface at `/`, whoever asks. */
import { RequestError } from "../compat/errors.ts";

/** Results of tasks; its name is Elasticsearch's. */
export const TASKS_INDEX = ".tasks";

/** Whether a name is kept for them, there or not. */
export function isSystemName(name: string): boolean {
  return name.startsWith(".wardex-") || name.startsWith(".ds-.wardex-") || name === TASKS_INDEX;
}

/** 403: an index of the server itself. */
export function internalIndex(name: string): RequestError {
  return new RequestError(
    403,
    "security_exception",
    `index [${name}] belongs to the server and is closed to this interface`,
  );
}
