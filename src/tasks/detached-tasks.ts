/**
 * Work that continues after its response (`wait_for_completion=false`). Its result is stored before its task ends, so
 * that a caller always finds one or the other.
 */
import type { MonotonicClock } from "../core/clock.ts";
import { errorBody } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { taskId, taskInfo } from "./task-info.ts";
import type { TaskManager } from "./task-manager.ts";
import type { TaskStore } from "./task-store.ts";
import type { Task, TaskStart } from "./task.ts";

/** Dependencies of detached tasks. */
export interface DetachedTasksDependencies {
  readonly tasks: TaskManager;
  readonly store: TaskStore;
  readonly clock: MonotonicClock;
  readonly log: (level: "error", message: string) => void;
}

/** See the file comment. */
export class DetachedTasks {
  readonly #dependencies: DetachedTasksDependencies;
  readonly #underWay = new Map<Task, Promise<void>>();

  constructor(dependencies: DetachedTasksDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts work that resolves to a response or rejects, without waiting for it. */
  begin(start: TaskStart, work: (task: Task) => Promise<JsonObject>): Task {
    const { tasks } = this.#dependencies;
    const task = tasks.register(start);
    const over = this.#run(task, work).finally(() => {
      this.#underWay.delete(task);
      tasks.unregister(task);
    });
    this.#underWay.set(task, over);
    return task;
  }

  /** Cancels all tasks, and waits until they have ended and their results are stored. */
  async close(): Promise<void> {
    const { tasks } = this.#dependencies;
    for (const task of this.#underWay.keys()) tasks.cancel(task, "the server stops");
    await Promise.all(this.#underWay.values());
  }

  async #run(task: Task, work: (task: Task) => Promise<JsonObject>): Promise<void> {
    const { tasks, store, clock, log } = this.#dependencies;
    const id = taskId(tasks.nodeId, task);
    let outcome: JsonObject;
    try {
      outcome = { response: await work(task) };
    } catch (error) {
      outcome = { error: errorBody(error) as JsonObject };
    }
    try {
      const info = taskInfo(tasks.nodeId, task, { detailed: true, human: false }, clock);
      await store.put(id, { completed: true, task: info, ...outcome });
    } catch (error) {
      log("error", `the result of task [${id}] could not be kept: ${String(error)}`);
    }
  }
}
