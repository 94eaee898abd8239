/** Runs periodic work by intervals of the monotonic clock; the runs of one work never overlap. */
import type { MonotonicClock } from "../core/clock.ts";
import type { TaskManager } from "./task-manager.ts";
import type { Task } from "./task.ts";

/** Periodic work. Each run is a task. */
export interface ScheduledWork {
  /** Whole words with underscores; the task's action is `internal:scheduled/<name>`. */
  readonly name: string;
  readonly description: string;
  /** Delay between the end of a run and the next one, as it is when it is asked for. */
  readonly everyMs: number | (() => number);
  /** Delay before the first run. */
  readonly firstMs: number;
  /** Whether each node of a cluster does it; one does when absent. */
  readonly isOfEachNode?: boolean;
  /** Does the work; must end soon after `signal` is aborted. A rejection is logged and does not end the schedule. */
  run(signal: AbortSignal): Promise<void>;
}

/** A handle on scheduled work. */
export interface Scheduled {
  /** Runs the work now in addition to the schedule; if a run is under way, once more after it. Does not wait. */
  runNow(): void;
  /** Starts no further runs, aborts a current one, and waits for it. */
  stop(): Promise<void>;
}

/** Dependencies of the scheduler. */
export interface SchedulerDependencies {
  readonly tasks: TaskManager;
  readonly clock: MonotonicClock;
  /** Whether this node does what one of several does; always when absent. */
  readonly isActive?: () => boolean;
  readonly log: (level: "error", message: string) => void;
}

// Interval between checks of the clock.
const TICK_MS = 1000;

interface Entry {
  readonly work: ScheduledWork;
  /** When the last run ended, or the work was added. */
  sinceMs: number;
  hasRun: boolean;
  running: Promise<void> | undefined;
  task: Task | undefined;
  /** Requested during a run: the run may have missed what happened since. */
  again: boolean;
  isStopped: boolean;
  /** The error of the last run, if it failed: the same error is not logged again. */
  failure: string | undefined;
}

function dueMs({ work, sinceMs, hasRun }: Entry): number {
  if (!hasRun) return sinceMs + work.firstMs;
  return sinceMs + (typeof work.everyMs === "number" ? work.everyMs : work.everyMs());
}

/** See the file comment. */
export class Scheduler {
  readonly #dependencies: SchedulerDependencies;
  readonly #entries = new Set<Entry>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(dependencies: SchedulerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether this node does what one of several does. */
  get isActive(): boolean {
    return this.#dependencies.isActive?.() ?? true;
  }

  add(work: ScheduledWork): Scheduled {
    const entry: Entry = {
      work,
      sinceMs: this.#dependencies.clock.monotonicMs(),
      hasRun: false,
      running: undefined,
      task: undefined,
      again: false,
      isStopped: this.#isClosed,
      failure: undefined,
    };
    this.#entries.add(entry);
    return {
      runNow: () => {
        if (entry.running) entry.again = true;
        else void this.#start(entry);
      },
      stop: () => this.#stop(entry),
    };
  }

  /** Starts checking the clock. Does not keep the process alive. */
  start(): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = setInterval(() => void this.tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Runs the work that is due; resolves when these runs have ended. Never rejects. */
  async tick(): Promise<void> {
    const nowMs = this.#dependencies.clock.monotonicMs();
    const { isActive } = this;
    const due = [...this.#entries].filter(
      (entry) => (isActive || entry.work.isOfEachNode === true) && dueMs(entry) <= nowMs && entry.running === undefined,
    );
    await Promise.all(due.map((entry) => this.#start(entry)));
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    for (;;) {
      const running = [...this.#entries].flatMap((entry) => entry.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /** Starts no further runs, aborts current ones, and waits for them. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await Promise.all([...this.#entries].map((entry) => this.#stop(entry)));
  }

  async #stop(entry: Entry): Promise<void> {
    entry.isStopped = true;
    if (entry.task) this.#dependencies.tasks.cancel(entry.task, "the schedule ends");
    await entry.running;
    this.#entries.delete(entry);
  }

  #start(entry: Entry): Promise<void> {
    if (entry.isStopped) return Promise.resolve();
    entry.running = this.#runs(entry).finally(() => {
      entry.running = undefined;
    });
    return entry.running;
  }

  async #runs(entry: Entry): Promise<void> {
    do {
      entry.again = false;
      await this.#run(entry);
    } while (entry.again && !entry.isStopped);
    entry.sinceMs = this.#dependencies.clock.monotonicMs();
    entry.hasRun = true;
  }

  async #run(entry: Entry): Promise<void> {
    const { work } = entry;
    const start = {
      type: "scheduled",
      action: `internal:scheduled/${work.name}`,
      description: work.description,
      headers: {},
      cancellable: true,
    };
    const stopping = new AbortController();
    try {
      await this.#dependencies.tasks.run(start, (task) => {
        entry.task = task;
        task.onCancel(() => stopping.abort());
        return work.run(stopping.signal);
      });
      entry.failure = undefined;
    } catch (error) {
      // A run that was aborted has not failed.
      if (!stopping.signal.aborted) this.#failed(entry, error);
    } finally {
      entry.task = undefined;
    }
  }

  #failed(entry: Entry, error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const news = error instanceof Error ? error.message : reason;
    if (entry.failure !== news) this.#dependencies.log("error", `background task ${entry.work.name} failed: ${reason}`);
    entry.failure = news;
  }
}
