/** Background tasks: what runs by itself, and what the interface shows of it. */

/** How a run ended; `UNKNOWN` before the first one. */
export type TaskStatus = "SUCCESSFUL" | "WARNING" | "ERROR" | "UNKNOWN";

export const TASK_STATUSES: readonly TaskStatus[] = ["SUCCESSFUL", "WARNING", "ERROR", "UNKNOWN"];

/** What a run that did not fail has to say. */
export interface TaskOutcome {
  readonly status: "SUCCESSFUL" | "WARNING";
  readonly messages: readonly string[];
}

/** A job that runs again and again. */
export interface BackgroundTask {
  /** Unique; the id in the interface. */
  readonly name: string;
  readonly description: string;
  /** Pause between the end of a run and the next one. */
  readonly everyMs: number;
  /** Pause between the start of the process and the first run, unless a run before the start is remembered. */
  readonly firstMs: number;
  /**
   * Does the work; throws what makes the run an ERROR. Ends soon after `signal` is aborted. `lastMs` is when the last
   * run ended that did not fail, as far as is remembered.
   */
  run(signal: AbortSignal, lastMs?: number): Promise<TaskOutcome>;
}

/** The last run of a task. */
export interface TaskReport {
  readonly name: string;
  readonly description: string;
  /** When it ended; when the task became known while it is UNKNOWN. */
  readonly finishedMs: number;
  readonly status: TaskStatus;
  /** For errors the error's text. Never holds a secret. */
  readonly messages: readonly string[];
}

/** Tasks that come and go, and keep their state themselves. */
export interface TaskSource {
  list(): Promise<readonly TaskReport[]>;
  find(name: string): Promise<TaskReport | undefined>;
  /** Queues the work again; false when there is no such task. */
  retry(name: string): Promise<boolean>;
}
