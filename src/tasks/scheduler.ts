/** What runs by itself, again and again: by intervals of the monotonic clock, and never two runs of one at once. */
import type { MonotonicClock } from "../core/clock.ts";
import type { TaskManager } from "./task-manager.ts";
import type { Task } from "./task.ts";

/** Work that is done again and again. Each run is a task. */
export interface ScheduledWork {
  /** Whole words with underscores; the task's action is `internal:scheduled/<name>`. */
  readonly name: string;
  readonly description: string;
  /** Pause between the end of a run and the next one. */
  readonly everyMs: number;
  /** Pause before the first run. */
  readonly firstMs: number;
  /**
   * Does the work; ends soon after `signal` is aborted. What it rejects with is told, and does not end the schedule.
   */
  run(signal: AbortSignal): Promise<void>;
}

/** Work that stands in the schedule. */
export interface Scheduled {
  /** Runs it beside the schedule; when a run is under way, once more after it. Does not wait. */
  runNow(): void;
  /** Starts no further runs, tells one under way to end, and waits for it. */
  stop(): Promise<void>;
}

/** What the scheduler works with. */
export interface SchedulerDependencies {
  readonly tasks: TaskManager;
  readonly clock: MonotonicClock;
  readonly log: (level: "error", message: string) => void;
}

// How often the clock is looked at.
const TICK_MS = 1000;

interface Entry {
  readonly work: ScheduledWork;
  dueMs: number;
  running: Promise<void> | undefined;
  task: Task | undefined;
  /** Asked for while a run was under way: what has come since may have been missed by it. */
  again: boolean;
  isStopped: boolean;
  /** Of the last run, when it failed: the same again is no news. */
  failure: string | undefined;
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

  add(work: ScheduledWork): Scheduled {
    const dueMs = this.#dependencies.clock.monotonicMs() + work.firstMs;
    const entry: Entry = {
      work,
      dueMs,
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

  /** Looks at the clock from now on. Does not keep the process alive. */
  start(): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = setInterval(() => void this.tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Runs what is due; resolves when these runs have ended. Never rejects. */
  async tick(): Promise<void> {
    const nowMs = this.#dependencies.clock.monotonicMs();
    const due = [...this.#entries].filter((entry) => entry.dueMs <= nowMs && entry.running === undefined);
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

  /** Starts no further runs, tells those under way to end, and waits for them. */
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
    entry.dueMs = this.#dependencies.clock.monotonicMs() + entry.work.everyMs;
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
      // A run that was told to end has not failed.
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
