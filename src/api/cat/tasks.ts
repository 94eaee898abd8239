/** `cat.tasks`: what runs. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { rowsTogether } from "../requests/each-node.ts";
import { systemClock } from "../../core/clock.ts";
import { runningTime, taskId } from "../../tasks/task-info.ts";
import { awaitedTasks } from "../tasks/list.ts";
import { clockColumns } from "../stats/clock-columns.ts";
import { catTable } from "../stats/columns.ts";

const COLUMNS = [
  "id",
  "action",
  "task_id",
  "parent_task_id",
  "type",
  "start_time",
  "timestamp",
  "running_time_ns",
  "running_time",
  "node_id",
  "ip",
  "port",
  "node",
  "version",
  "x_opaque_id",
];

/** Characters of a node's id. */
const SHORT_ID = 4;

export const catTasks: Operation = {
  name: "cat.tasks",
  actions: ["cluster:monitor/tasks/lists"],
  eachNode: rowsTogether,
  deprecated: { node_id: () => "[node_id] parameter is deprecated, use [nodes] instead" },

  async handle(request, services) {
    const detailed = booleanParameter(request.parameters, "detailed", false);
    const { info } = services;
    const rows = (await awaitedTasks(request, services)).map((task) => ({
      id: task.id,
      action: task.action,
      task_id: taskId(info.id, task),
      parent_task_id: task.parent ? taskId(info.id, task.parent) : "-",
      type: task.type,
      start_time: task.startedMs,
      timestamp: clockColumns(task.startedMs)["timestamp"] ?? null,
      running_time_ns: runningTime(task, systemClock) * 1e6,
      running_time: { ms: runningTime(task, systemClock) },
      node_id: info.id.slice(0, SHORT_ID),
      ip: info.ip,
      port: info.httpPort,
      node: info.name,
      version: info.version,
      x_opaque_id: task.headers["X-Opaque-Id"] ?? "-",
      ...(detailed ? { description: task.description } : {}),
    }));
    const table = catTable("cat.tasks", detailed ? [...COLUMNS, "description"] : COLUMNS, rows, "all");
    // A description is asked for, so it is shown without being named again.
    return {
      status: 200,
      table: {
        ...table,
        columns: table.columns.map((column) => (column.name === "description" ? { ...column, shown: true } : column)),
      },
    };
  },
};
