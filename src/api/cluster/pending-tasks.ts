/** `cluster.pending_tasks`: changes of the cluster state that are not done yet. */
import { humanTime } from "../../compat/human-size.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Services, Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const pendingTasks: Operation = {
  name: "cluster.pending_tasks",
  actions: ["cluster:monitor/task"],

  async handle(request, services) {
    checkTimeouts(request.parameters);
    booleanParameter(request.parameters, "local", false);
    const tasks = pendingRows(services).map(({ insertOrder, source, executing, waitedMs }) => ({
      insert_order: insertOrder,
      priority: PRIORITY,
      source,
      executing,
      time_in_queue_millis: waitedMs,
      time_in_queue: humanTime(waitedMs),
    }));
    return { status: 200, body: { tasks } };
  },
};

/** Changes are made in the order in which they came: all are as urgent as Elasticsearch's changes of indices. */
export const PRIORITY = "URGENT";

/** What waits or runs, with the time it has waited so far. */
export function pendingRows(
  services: Services,
): { insertOrder: number; source: string; executing: boolean; waitedMs: number }[] {
  return services.cluster.pending.map(({ insertOrder, source, executing, waitedMs }) => ({
    insertOrder,
    source,
    executing,
    waitedMs: Math.floor(waitedMs),
  }));
}
