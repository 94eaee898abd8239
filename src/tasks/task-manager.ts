/** The running tasks of this node: they can be listed, awaited, and cancelled together with their children. */
import type { Clock, MonotonicClock } from "../core/clock.ts";
import { RequestError } from "../compat/errors.ts";
import { Task, type TaskStart } from "./task.ts";

/** One for each node. */
export class TaskManager {
  readonly nodeId: string;
  readonly #clock: Clock & MonotonicClock;
  readonly #tasks = new Map<number, Task>();
  #lastId: number;

  /** `lastId`: the highest task number used by earlier processes. */
  constructor(nodeId: string, clock: Clock & MonotonicClock, lastId = 0) {
    this.nodeId = nodeId;
    this.#clock = clock;
    this.#lastId = lastId;
  }

  /** In the order in which they started. */
  get all(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  get(id: number): Task | undefined {
    return this.#tasks.get(id);
  }

  /** Starts a task, which runs until `unregister`. A child of a cancelled task is cancelled immediately. */
  register(start: TaskStart): Task {
    const task = this.begin(start);
    this.list(task);
    return task;
  }

  /** Starts a task that nobody sees before it is listed: it may be over before anybody could look. */
  begin(start: TaskStart): Task {
    const task = new Task(++this.#lastId, start, this.#clock.now(), this.#clock.monotonicMs());
    const banned = start.parent?.cancelReason;
    if (banned !== undefined) task.stop(banned);
    return task;
  }

  /** From now on a task can be seen, awaited and cancelled. */
  list(task: Task): void {
    this.#tasks.set(task.id, task);
  }

  unregister(task: Task): void {
    this.#tasks.delete(task.id);
    task.end();
  }

  /**
   * Runs work as a task until its promise settles. For a child of a cancelled task it rejects without starting the
   * work.
   */
  async run<Answer>(start: TaskStart, work: (task: Task) => Promise<Answer>): Promise<Answer> {
    const task = this.register(start);
    try {
      if (task.cancelled) throw cancelledBeforeStart(task);
      return await work(task);
    } finally {
      this.unregister(task);
    }
  }

  /** Cancels a task and its descendants. */
  cancel(task: Task, reason: string): void {
    task.stop(reason);
    for (const other of this.#tasks.values()) if (isPartOf(other, task)) other.stop(reason);
  }

  /** Running tasks that were started by another one. */
  children(parent: Task): Task[] {
    return this.all.filter((task) => task.parent === parent);
  }

  /** Resolves to true when all tasks have ended, or to false after `timeoutMs`. */
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
