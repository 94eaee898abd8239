/** System indices: closed to the interface at `/` for every caller. */
import { RequestError } from "../compat/errors.ts";

/** Results of tasks, with Elasticsearch's name. */
export const TASKS_INDEX = ".tasks";

/** Whether a name is reserved for system indices. */
export function isSystemName(name: string): boolean {
  return name.startsWith(".wardex-") || name.startsWith(".ds-.wardex-") || name === TASKS_INDEX;
}

/** The 403 for a system index. */
export function internalIndex(name: string): RequestError {
  return new RequestError(
    403,
    "security_exception",
    `index [${name}] belongs to the server and is closed to this interface`,
  );
}
