/**
 * Runs background tasks by the clock, never two runs of one at once, and remembers how the last run of each ended.
 *
 * The end of a run is kept in a record (`system_task:<name>`) when it tells something new, and always for tasks with
 * pauses of an hour or more, so that a restart neither forgets a failure nor begins the pause anew.
 */
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import type { JsonObject } from "../../core/json.ts";
import type { EventSink } from "../event-sink.ts";
import { systemTaskModel } from "../notifications/notification-models.ts";
import { putRecord } from "../records/put-record.ts";
import type { RecordStore } from "../records/record-store.ts";
import { stringOf, stringsOf } from "../records/stored-values.ts";
import { type BackgroundTask, TASK_STATUSES, type TaskReport, type TaskSource } from "./task.ts";

// How often the clock is looked at. Nothing is read or written for it.
const TICK_MS = 1000;
const KEPT_FROM_MS = 3_600_000;

/** What the board works with. */
export interface TaskSchedulerDependencies {
  readonly store: RecordStore;
  readonly events: EventSink;
  readonly clock: Clock & MonotonicClock;
  readonly log: (level: "error", message: string) => void;
}

/** A task with what is known of it. */
interface Entry {
  readonly task: BackgroundTask;
  report: TaskReport;
  dueMs: number;
  running: Promise<void> | undefined;
  /** End of the last run that did not fail. */
  lastMs: number | undefined;
  /** Asked for while a run was under way: what has come since may have been missed by it. */
  again: boolean;
}

/** See the file comment. */
export class TaskScheduler {
  readonly #parts: TaskSchedulerDependencies;
  readonly #entries = new Map<string, Entry>();
  readonly #sources: TaskSource[] = [];
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: TaskSchedulerDependencies) {
    this.#parts = parts;
  }

  /** Takes tasks in, with what is remembered of their last runs. */
  async add(tasks: readonly BackgroundTask[]): Promise<void> {
    const { store, clock } = this.#parts;
    const remembered = await store.getMany(tasks.map((task) => recordId(task.name)));
    tasks.forEach((task, at) => {
      const record = remembered[at];
      const known = { name: task.name, description: task.description };
      const report: TaskReport = record
        ? { ...known, ...stored(record.fields) }
        : { ...known, finishedMs: clock.now(), status: "UNKNOWN", messages: ["The task has not run yet."] };
      // A wall clock that was set back meanwhile makes no pause longer than it is.
      const restMs = Math.min(task.everyMs, report.finishedMs + task.everyMs - clock.now());
      const dueMs = clock.monotonicMs() + (record && task.everyMs >= KEPT_FROM_MS ? restMs : task.firstMs);
      this.#entries.set(task.name, {
        task,
        report,
        dueMs,
        running: undefined,
        again: false,
        lastMs: record ? lastOf(record.fields) : undefined,
      });
    });
  }

  addSource(source: TaskSource): void {
    this.#sources.push(source);
  }

  /** Looks at the clock from now on. Does not keep the process alive. */
  start(): void {
    if (this.#timer || this.#closing.signal.aborted) return;
    this.#timer = setInterval(() => void this.tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Runs what is due; resolves when these runs have ended. Never rejects. */
  async tick(): Promise<void> {
    const nowMs = this.#parts.clock.monotonicMs();
    const due = [...this.#entries.values()].filter((entry) => entry.dueMs <= nowMs && entry.running === undefined);
    await Promise.all(due.map((entry) => this.#start(entry)));
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
      if (own.running) own.again = true;
      else void this.#start(own);
      return true;
    }
    for (const source of this.#sources) if (await source.retry(name)) return true;
    return false;
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    for (;;) {
      const running = [...this.#entries.values()].flatMap((entry) => entry.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /** Starts no further runs, tells those under way to end, and waits for them. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.idle();
  }

  #start(entry: Entry): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    entry.running = this.#runs(entry).finally(() => {
      entry.running = undefined;
    });
    return entry.running;
  }

  async #runs(entry: Entry): Promise<void> {
    const { signal } = this.#closing;
    do {
      entry.again = false;
      await this.#run(entry, signal);
    } while (entry.again && !signal.aborted);
  }

  async #run(entry: Entry, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const { task } = entry;
    const before = entry.report;
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
      if (before.status !== "ERROR" || before.messages[0] !== message) {
        this.#parts.log(
          "error",
          `background task ${task.name} failed: ${error instanceof Error ? (error.stack ?? message) : message}`,
        );
        tellTaskFailure(this.#parts, task.name, message);
      }
    }
    entry.dueMs = clock.monotonicMs() + task.everyMs;
    await this.#keep(entry, before);
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
      await putRecord(this.#parts.store, { id: recordId(name), model: systemTaskModel.name, fields });
    } catch (error) {
      this.#parts.log(
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
  { events, clock }: Pick<TaskSchedulerDependencies, "events" | "clock">,
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
