/** Tasks of a node: those of requests, those behind their answers, searches that outlive them, and the clock's. */
import type { Services } from "../api/operation.ts";
import { AsyncSearches } from "../async-search/async-searches.ts";
import { randomUuid, systemClock } from "../core/clock.ts";
import { DetachedTasks } from "../tasks/detached-tasks.ts";
import { Scheduler } from "../tasks/scheduler.ts";
import { TaskManager } from "../tasks/task-manager.ts";
import { EngineAsyncSearchStore } from "./engine-async-search-store.ts";
import type { EngineData } from "./engine-data.ts";
import { EngineTaskStore } from "./engine-task-store.ts";
import type { Log } from "./log.ts";

export interface EngineTasks {
  readonly taskStore: EngineTaskStore;
  readonly tasks: TaskManager;
  readonly detached: DetachedTasks;
  readonly asyncSearches: AsyncSearches;
  readonly scheduler: Scheduler;
}

export async function openTasks(
  { cluster, documents, info, several }: EngineData,
  searches: Services["searches"],
  log: Log,
): Promise<EngineTasks> {
  const clock = systemClock;
  const taskStore = new EngineTaskStore({ cluster, documents, searches });
  const tasks = new TaskManager(info.id, clock, await taskStore.lastNumber(info.id));
  const asyncSearches = new AsyncSearches({
    tasks,
    store: new EngineAsyncSearchStore({ cluster, documents, searches }),
    clock,
    newId: randomUuid,
    log,
  });
  return {
    taskStore,
    tasks,
    detached: new DetachedTasks({ tasks, store: taskStore, clock, log }),
    asyncSearches,
    scheduler: new Scheduler({ tasks, clock, log, ...(several ? { isActive: () => several.isMaster } : {}) }),
  };
}
