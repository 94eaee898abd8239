/** The requests under way, as tasks that can be listed, waited for and cancelled. */
import { systemClock } from "../../core/clock.ts";
import { operationActions } from "../../security/operation-actions.ts";
import type { OperationRequest } from "../operation.ts";

/** One request under way. */
export interface RunningTask {
  /** Ascending over the life of the process, from 1. */
  readonly id: number;
  readonly request: OperationRequest;
  /** Elasticsearch's name for what is done: `indices:data/read/search`. */
  readonly action: string;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  /** The same moment on the monotonic clock, for its age. */
  readonly sinceMs: number;
  /** Whether it stops when it is told to. */
  readonly cancellable: boolean;
  readonly cancelled: boolean;
}

/** Operations that run on search threads, which look for a cancellation between their steps. */
const CANCELLABLE: ReadonlySet<string> = new Set([
  "search",
  "msearch",
  "count",
  "explain",
  "field_caps",
  "indices.analyze",
  "indices.validate_query",
  "cat.count",
]);

interface Entry extends RunningTask {
  cancelled: boolean;
  /** What is to be told of a cancellation, and of the end. */
  readonly onCancel: (() => void)[];
  readonly onEnd: (() => void)[];
}

/** One for each node. */
export class RunningTasks {
  readonly #entries = new Map<OperationRequest, Entry>();
  #lastId = 0;

  /** Runs a request; it is a task until its promise is settled. */
  async run<Answer>(operation: string, request: OperationRequest, work: () => Promise<Answer>): Promise<Answer> {
    const entry: Entry = {
      id: ++this.#lastId,
      request,
      action: operationActions.get(operation)?.[0] ?? operation,
      startedMs: systemClock.now(),
      sinceMs: systemClock.monotonicMs(),
      cancellable: CANCELLABLE.has(operation),
      cancelled: false,
      onCancel: [],
      onEnd: [],
    };
    this.#entries.set(request, entry);
    try {
      return await work();
    } finally {
      this.#entries.delete(request);
      for (const listener of entry.onEnd) listener();
    }
  }

  /** In the order in which they came. */
  get all(): readonly RunningTask[] {
    return [...this.#entries.values()];
  }

  /** Calls back when the task of a request is cancelled. */
  onCancel(request: OperationRequest, listener: () => void): void {
    this.#entries.get(request)?.onCancel.push(listener);
  }

  /** Tells a task to stop. */
  cancel(task: RunningTask): void {
    const entry = this.#entries.get(task.request);
    if (!entry?.cancellable || entry.cancelled) return;
    entry.cancelled = true;
    for (const listener of entry.onCancel) listener();
  }

  /** Resolves when all tasks are over, or `timeoutMs` have passed: then false. */
  async ended(tasks: readonly RunningTask[], timeoutMs: number): Promise<boolean> {
    const ends = tasks.flatMap(({ request }) => {
      const entry = this.#entries.get(request);
      return entry ? [new Promise<void>((resolve) => entry.onEnd.push(resolve))] : [];
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
      timer.unref();
    });
    const all = Promise.all(ends).then(() => true);
    return Promise.race([all, late]).finally(() => clearTimeout(timer));
  }
}
