/** What became of tasks that nobody waited for. */
import type { JsonObject } from "../core/json.ts";

/** Keeps results by the ids of their tasks (`node:number`), over restarts. */
export interface TaskStore {
  /** Whether a result was ever kept. */
  readonly isThere: boolean;
  /** `{completed, task, response | error}`. */
  put(id: string, result: JsonObject): Promise<void>;
  get(id: string): Promise<JsonObject | undefined>;
}
