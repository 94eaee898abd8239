/** Results of detached tasks. */
import type { JsonObject } from "../core/json.ts";

/** Stores results by task id (`node:number`), across restarts. */
export interface TaskStore {
  /** Whether a result was ever stored. */
  readonly isThere: boolean;
  /** `{completed, task, response | error}`. */
  put(id: string, result: JsonObject): Promise<void>;
  get(id: string): Promise<JsonObject | undefined>;
}
