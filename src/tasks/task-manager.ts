/** The tasks under way on this node: they can be listed, waited for, and told to stop together with their parts. */
import type { Clock, MonotonicClock } from "../core/clock.ts";
import { RequestError } from "../compat/errors.ts";
import { Task, type TaskStart } from "./task.ts";

/** One for each node. */
export class TaskManager {
  readonly nodeId: string;
  readonly #clock: Clock & MonotonicClock;
  readonly #tasks = new Map<number, Task>();
  #lastId: number;

  /** `lastId`: numbers up to this one belong to tasks of earlier processes. */
  constructor(nodeId: string, clock: Clock & MonotonicClock, lastId = 0) {
    this.nodeId = nodeId;
    this.#clock = clock;
    this.#lastId = lastId;
  }

  /** In the order in which they began. */
  get all(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  get(id: number): Task | undefined {
    return this.#tasks.get(id);
  }

  /**
   * Begins a task, which is under way until `unregister`. A part of something that was told to stop is told at once.
   */
  register(start: TaskStart): Task {
    const task = new Task(++this.#lastId, start, this.#clock.now(), this.#clock.monotonicMs());
    this.#tasks.set(task.id, task);
    const banned = start.parent?.cancelReason;
    if (banned !== undefined) task.stop(banned);
    return task;
  }

  unregister(task: Task): void {
    this.#tasks.delete(task.id);
    task.end();
  }

  /** Does work as a task, until its promise is settled. Rejects without beginning it for a part of a cancelled task. */
  async run<Answer>(start: TaskStart, work: (task: Task) => Promise<Answer>): Promise<Answer> {
    const task = this.register(start);
    try {
      if (task.cancelled) throw cancelledBeforeStart(task);
      return await work(task);
    } finally {
      this.unregister(task);
    }
  }

  /** Tells a task to stop, and all that is a part of it. */
  cancel(task: Task, reason: string): void {
    task.stop(reason);
    for (const other of this.#tasks.values()) if (isPartOf(other, task)) other.stop(reason);
  }

  /** Tasks under way that were begun by another one. */
  children(parent: Task): Task[] {
    return this.all.filter((task) => task.parent === parent);
  }

  /** Resolves when all tasks are over, or `timeoutMs` have passed: then false. */
  async ended(tasks: readonly Task[], timeoutMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
      timer.unref();
    });
    const all = Promise.all(tasks.map((task) => new Promise<void>((resolve) => task.onEnd(resolve))));
    return Promise.race([all.then(() => true), late]).finally(() => clearTimeout(timer));
  }
}

function isPartOf(task: Task, whole: Task): boolean {
  for (let { parent } = task; parent !== undefined; { parent } = parent) if (parent === whole) return true;
  return false;
}

function cancelledBeforeStart({ cancelReason }: Task): RequestError {
  return new RequestError(400, "task_cancelled_exception", `task cancelled before it started [${cancelReason}]`);
}
