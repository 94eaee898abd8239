/** `cat.pending_tasks`: changes of the cluster state that are not done yet. */
import { booleanParameter } from "../../http/parameters.ts";
import { pendingRows, PRIORITY } from "../cluster/pending-tasks.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

export const catPendingTasks: Operation = {
  name: "cat.pending_tasks",
  actions: ["cluster:monitor/task"],

  async handle(request, services) {
    checkTimeouts(request.parameters);
    booleanParameter(request.parameters, "local", false);
    const rows = pendingRows(services).map(({ insertOrder, source, waitedMs }) => ({
      insertOrder,
      timeInQueue: { ms: waitedMs },
      priority: PRIORITY,
      source,
    }));
    return {
      status: 200,
      table: catTable("cat.pending_tasks", ["insertOrder", "timeInQueue", "priority", "source"], rows),
    };
  },
};
