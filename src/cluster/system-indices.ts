/** System indices: closed to the interface at `/` for every caller. */
import { RequestError } from "../compat/errors.ts";

/** Results of tasks, with Elasticsearch's name. */
export const TASKS_INDEX = ".tasks";

/** Results of async searches, with Elasticsearch's name. */
export const ASYNC_SEARCH_INDEX = ".async-search";

const NAMED: readonly string[] = [TASKS_INDEX, ASYNC_SEARCH_INDEX];

/** Whether a name is reserved for system indices. */
export function isSystemName(name: string): boolean {
  return name.startsWith(".wardex-") || name.startsWith(".ds-.wardex-") || NAMED.includes(name);
}

/** The 403 for a system index. */
export function internalIndex(name: string): RequestError {
  return new RequestError(
    403,
    "security_exception",
    `index [${name}] belongs to the server and is closed to this interface`,
  );
}
