/**
 * The background tasks of identity: how the last run of each ended, for those who administer them. The scheduler says
 * when they run.
 *
 * The end of a run is kept in a record (`system_task:<name>`) when it tells something new, and always for tasks with
 * pauses of an hour or more, so that a restart neither forgets a failure nor begins the pause anew.
 */
import type { Clock } from "../../core/clock.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Scheduled, Scheduler } from "../../tasks/scheduler.ts";
import type { EventSink } from "../event-sink.ts";
import { systemTaskModel } from "../records/notification-models.ts";
import { putRecord } from "../records/put-record.ts";
import type { RecordStore } from "../records/record-store.ts";
import { stringOf, stringsOf } from "../records/stored-values.ts";
import { type BackgroundTask, TASK_STATUSES, type TaskReport, type TaskSource } from "./task.ts";

const KEPT_FROM_MS = 3_600_000;

/** What background tasks are kept with. */
export interface BackgroundTasksDependencies {
  readonly scheduler: Scheduler;
  readonly store: RecordStore;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly log: (level: "error", message: string) => void;
}

/** A task with what is known of it. */
interface Entry {
  readonly task: BackgroundTask;
  report: TaskReport;
  /** End of the last run that did not fail. */
  lastMs: number | undefined;
  scheduled: Scheduled | undefined;
}

/** See the file comment. */
export class BackgroundTasks {
  readonly #dependencies: BackgroundTasksDependencies;
  readonly #entries = new Map<string, Entry>();
  readonly #sources: TaskSource[] = [];

  constructor(dependencies: BackgroundTasksDependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes tasks in, with what is remembered of their last runs. */
  async add(tasks: readonly BackgroundTask[]): Promise<void> {
    const { store, clock, scheduler } = this.#dependencies;
    const remembered = await store.getMany(tasks.map((task) => recordId(task.name)));
    tasks.forEach((task, at) => {
      const record = remembered[at];
      const known = { name: task.name, description: task.description };
      const report: TaskReport = record
        ? { ...known, ...stored(record.fields) }
        : { ...known, finishedMs: clock.now(), status: "UNKNOWN", messages: ["The task has not run yet."] };
      const lastMs = record ? lastOf(record.fields) : undefined;
      const entry: Entry = { task, report, lastMs, scheduled: undefined };
      // A wall clock that was set back meanwhile makes no pause longer than it is.
      const restMs = Math.min(task.everyMs, report.finishedMs + task.everyMs - clock.now());
      const firstMs = record && task.everyMs >= KEPT_FROM_MS ? restMs : task.firstMs;
      entry.scheduled = scheduler.add({
        ...known,
        everyMs: task.everyMs,
        firstMs,
        run: (signal) => this.#run(entry, signal),
      });
      this.#entries.set(task.name, entry);
    });
  }

  addSource(source: TaskSource): void {
    this.#sources.push(source);
  }

  /** All tasks, by name. */
  async list(): Promise<TaskReport[]> {
    const others = await Promise.all(this.#sources.map((source) => source.list()));
    const reports = [...[...this.#entries.values()].map((entry) => entry.report), ...others.flat()];
    return reports.sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
  }

  async find(name: string): Promise<TaskReport | undefined> {
    const own = this.#entries.get(name);
    if (own) return own.report;
    for (const source of this.#sources) {
      const report = await source.find(name);
      if (report) return report;
    }
    return undefined;
  }

  /** Queues a task again, beside its schedule; false when there is none of this name. Does not wait for the run. */
  async retry(name: string): Promise<boolean> {
    const own = this.#entries.get(name);
    if (own) {
      own.scheduled?.runNow();
      return true;
    }
    for (const source of this.#sources) if (await source.retry(name)) return true;
    return false;
  }

  /** Starts no further runs, tells those under way to end, and waits for them. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(async ({ scheduled }) => scheduled?.stop()));
  }

  /** Rejects with what the run failed with, which the scheduler writes to the log. */
  async #run(entry: Entry, signal: AbortSignal): Promise<void> {
    const { clock } = this.#dependencies;
    const { task, report: before } = entry;
    const known = { name: task.name, description: task.description };
    try {
      const outcome = await task.run(signal, entry.lastMs);
      entry.lastMs = clock.now();
      entry.report = { ...known, finishedMs: entry.lastMs, ...outcome };
    } catch (error) {
      // A run that was told to end has not failed.
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      entry.report = { ...known, finishedMs: clock.now(), status: "ERROR", messages: [message] };
      // Told once, not with every run, for as long as it is the same.
      if (before.status !== "ERROR" || before.messages[0] !== message)
        tellTaskFailure(this.#dependencies, task.name, message);
      throw error;
    } finally {
      if (entry.report !== before) await this.#keep(entry, before);
    }
  }

  async #keep({ task, report, lastMs }: Entry, before: TaskReport): Promise<void> {
    const news = before.status !== report.status || before.messages.join("\n") !== report.messages.join("\n");
    if (!news && task.everyMs < KEPT_FROM_MS) return;
    const { name, status, messages, finishedMs } = report;
    const last = lastMs === undefined ? null : new Date(lastMs).toISOString();
    const fields: JsonObject = {
      name,
      status,
      messages: [...messages],
      finished: new Date(finishedMs).toISOString(),
      last,
    };
    try {
      await putRecord(this.#dependencies.store, { id: recordId(name), model: systemTaskModel.name, fields });
    } catch (error) {
      this.#dependencies.log(
        "error",
        `the end of background task ${name} could not be kept: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

/** Name of the part of the product that tells of failed tasks. */
export const TASKS_APP = "wardex.identity.tasks";

/** Tells the audit trail that a task failed. */
export function tellTaskFailure(
  { events, clock }: Pick<BackgroundTasksDependencies, "events" | "clock">,
  task: string,
  message: string,
  app = TASKS_APP,
): void {
  const context = { message: `Task ${task} encountered an error: ${message}`, task };
  events.record({
    action: "system_task_exception",
    app,
    user: undefined,
    context,
    clientIp: undefined,
    createdMs: clock.now(),
  });
}

function recordId(name: string): string {
  return `${systemTaskModel.name}:${name}`;
}

function lastOf(fields: JsonObject): number | undefined {
  const last = stringOf(fields, "last");
  return last === "" ? undefined : Date.parse(last);
}

function stored(fields: JsonObject): Pick<TaskReport, "finishedMs" | "status" | "messages"> {
  const status = TASK_STATUSES.find((one) => one === fields["status"]) ?? "UNKNOWN";
  return { finishedMs: Date.parse(stringOf(fields, "finished")) || 0, status, messages: stringsOf(fields, "messages") };
}
