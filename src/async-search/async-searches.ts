/**
 * Searches that go on behind their answer. Those that run are tasks, kept here; what they came to is a record of the
 * store, which outlives the process. A search that runs when its submission is answered has a record from then on, so
 * that it is found after a restart, as far as it was.
 */
import { RequestError } from "../compat/errors.ts";
import type { Clock, MonotonicClock } from "../core/clock.ts";
import { after } from "../core/timers.ts";
import { taskId } from "../tasks/task-info.ts";
import type { TaskManager } from "../tasks/task-manager.ts";
import type { Task, TaskStart } from "../tasks/task.ts";
import { type AsyncSearchId, decodeAsyncSearchId, encodeAsyncSearchId } from "./async-search-id.ts";
import type { AsyncSearchOutcome, AsyncSearchRecord, AsyncSearchStore } from "./async-search-record.ts";
import { failedOutcome, unfinishedOutcome } from "./async-search-outcome.ts";

/** What is needed. */
export interface AsyncSearchesDependencies {
  readonly tasks: TaskManager;
  readonly store: AsyncSearchStore;
  readonly clock: Clock & MonotonicClock;
  readonly newId: () => string;
  readonly log: (level: "error", message: string) => void;
}

/** A search to begin. */
export interface NewAsyncSearch {
  readonly owner: string;
  readonly start: TaskStart;
  readonly keepAliveMs: number;
  /** Shards that it asks. */
  readonly shards: number;
  /** The search; rejects with what is wrong with it. */
  readonly run: (task: Task) => Promise<AsyncSearchOutcome>;
}

/** A search that runs, or has just ended. */
export interface BegunAsyncSearch {
  readonly name: string;
  readonly task: Task;
  /** Resolves when it has ended; never rejects. */
  readonly over: Promise<void>;
  record: AsyncSearchRecord;
  /** Whether its outcome is to be kept. */
  isKept: boolean;
}

/** See the file comment. */
export class AsyncSearches {
  readonly #dependencies: AsyncSearchesDependencies;
  readonly #begun = new Map<string, BegunAsyncSearch>();

  constructor(dependencies: AsyncSearchesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins a search without waiting for it. It is to be kept or dropped by who begins it. */
  begin({ owner, start, keepAliveMs, shards, run }: NewAsyncSearch): BegunAsyncSearch {
    const { tasks, newId } = this.#dependencies;
    const task = tasks.register(start);
    const name = newId();
    const { startedMs: startMs } = task;
    const record: AsyncSearchRecord = {
      id: encodeAsyncSearchId({ record: name, task: taskId(tasks.nodeId, task) }),
      owner,
      isRunning: true,
      isPartial: true,
      startMs,
      expirationMs: startMs + keepAliveMs,
      completionMs: undefined,
      ...unfinishedOutcome(shards, 0),
    };
    const over = Promise.resolve().then(() => this.#run(begun, run));
    const begun: BegunAsyncSearch = { name, task, over, record, isKept: false };
    this.#begun.set(name, begun);
    return begun;
  }

  /** Waits for its end, or for some time; answers what is known of it then. */
  async progress(begun: BegunAsyncSearch, milliseconds: number): Promise<AsyncSearchRecord> {
    if (begun.record.isRunning && milliseconds > 0) await withinTime(begun.over, milliseconds);
    return this.#shown(begun);
  }

  /** Keeps what it came to, or what it comes to, until it expires. */
  async keep(begun: BegunAsyncSearch): Promise<void> {
    const { name, record } = begun;
    const { store } = this.#dependencies;
    begun.isKept = true;
    try {
      // After a restart it runs no more.
      await store.put(name, { ...record, isRunning: false });
      if (!record.isRunning) this.#begun.delete(name);
      else if (!begun.record.isRunning) await this.#keepOutcome(begun);
    } catch (error) {
      this.drop(begun);
      throw error;
    }
  }

  /** Stops it, and forgets what it came to. */
  drop(begun: BegunAsyncSearch, reason = "fatal failure: generic error"): void {
    begun.isKept = false;
    this.#begun.delete(begun.name);
    if (begun.record.isRunning) this.#dependencies.tasks.cancel(begun.task, reason);
  }

  /**
   * What is known of a search, after some time to wait for its end. Throws RequestError 404 for what is not there, has
   * expired or belongs to another than `owner` (undefined: whoever asks may know), 400 for what is no id.
   */
  async find(
    id: string,
    owner: string | undefined,
    { waitMs = 0, keepAliveMs = 0 }: { readonly waitMs?: number; readonly keepAliveMs?: number },
  ): Promise<AsyncSearchRecord> {
    const { clock, store } = this.#dependencies;
    const decoded = decodeAsyncSearchId(id);
    const begun = this.#begunOf(decoded);
    const found = begun?.record ?? (await store.get(decoded.record));
    const now = clock.now();
    if (!found || (owner !== undefined && found.owner !== owner) || found.expirationMs < now) throw missing(id);
    const expirationMs = keepAliveMs > 0 ? now + keepAliveMs : found.expirationMs;
    // Before anything is written: the outcome may be kept meanwhile.
    if (begun) begun.record = { ...begun.record, expirationMs };
    if (keepAliveMs > 0 && !(await store.extend(decoded.record, expirationMs))) throw missing(id);
    return begun ? this.progress(begun, waitMs) : { ...found, expirationMs };
  }

  /** Stops a search and deletes what it came to. Throws as `find`. */
  async delete(id: string, owner: string | undefined): Promise<void> {
    const { store } = this.#dependencies;
    const decoded = decodeAsyncSearchId(id);
    const begun = this.#begunOf(decoded);
    const found = begun?.record ?? (await store.get(decoded.record));
    if (!found || (owner !== undefined && found.owner !== owner)) throw missing(id);
    if (begun) this.drop(begun, "cancelled by user");
    const deleted = await store.delete(decoded.record);
    if (!begun && !deleted) throw missing(id);
  }

  /** Stops searches that have expired, and deletes the records of others. */
  async expire(signal: AbortSignal): Promise<void> {
    const { clock, store } = this.#dependencies;
    const now = clock.now();
    for (const begun of this.#begun.values())
      if (begun.record.expirationMs < now) this.drop(begun, "async search has expired");
    await store.deleteExpired(now, signal);
  }

  /** Stops all that run, and waits for their ends. Their records stay as they were while they ran. */
  async close(): Promise<void> {
    const begun = [...this.#begun.values()];
    for (const one of begun) this.drop(one, "the server stops");
    await Promise.all(begun.map(({ over }) => over));
  }

  #begunOf({ record }: AsyncSearchId): BegunAsyncSearch | undefined {
    return this.#begun.get(record);
  }

  #shown({ record }: BegunAsyncSearch): AsyncSearchRecord {
    if (!record.isRunning) return record;
    const runningMs = Math.max(0, this.#dependencies.clock.now() - record.startMs);
    return { ...record, ...unfinishedOutcome(record.shards.total, runningMs) };
  }

  async #run(begun: BegunAsyncSearch, run: NewAsyncSearch["run"]): Promise<void> {
    const { tasks, clock } = this.#dependencies;
    const { task } = begun;
    let outcome: AsyncSearchOutcome;
    let completionMs: number | undefined;
    try {
      outcome = await run(task);
      completionMs = clock.now();
    } catch (error) {
      const runningMs = Math.max(0, clock.now() - task.startedMs);
      outcome = failedOutcome(error, begun.record.shards.total, runningMs);
    }
    begun.record = {
      ...begun.record,
      ...outcome,
      isRunning: false,
      isPartial: outcome.error !== undefined,
      completionMs,
    };
    if (begun.isKept) await this.#keepOutcome(begun);
    tasks.unregister(task);
  }

  /** Never rejects: where an outcome cannot be kept, its record says so. */
  async #keepOutcome(begun: BegunAsyncSearch): Promise<void> {
    const { store, log } = this.#dependencies;
    const { name, record } = begun;
    try {
      await store.put(name, record).catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        const failed = failedOutcome(error, record.shards.total, 0);
        return store.put(name, { ...record, ...failed, isPartial: true, completionMs: undefined });
      });
      // Deleted meanwhile, or expired.
      if (!begun.isKept) await store.delete(name);
    } catch (error) {
      log("error", `the result of the async search [${record.id}] could not be kept: ${String(error)}`);
    }
    this.#begun.delete(name);
  }
}

/** 404 `resource_not_found_exception`. */
function missing(id: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", id);
}

function withinTime(over: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = after(milliseconds, resolve);
    void over.then(() => {
      stop();
      resolve();
    });
  });
}
