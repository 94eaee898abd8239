/** `cat.health`: the health of the cluster in one row. */
import { systemClock } from "../../core/clock.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { nodeCount } from "../stats/shown-nodes.ts";
import { indexHealth, shardCounts, worst } from "../stats/index-health.ts";
import type { Operation } from "../operation.ts";
import { catTable } from "../stats/columns.ts";
import { clockColumns } from "../stats/clock-columns.ts";

const COLUMNS = [
  "cluster",
  "status",
  "node.total",
  "node.data",
  "shards",
  "pri",
  "relo",
  "init",
  "unassign",
  "unassign.pri",
  "pending_tasks",
  "max_task_wait_time",
  "active_shards_percent",
];

export const catHealth: Operation = {
  name: "cat.health",
  actions: ["cluster:monitor/health"],

  async handle(request, services) {
    const withClock = booleanParameter(request.parameters, "ts", true);
    const { state } = services.cluster;
    const indices = indexHealth(services, Object.values(state.indices));
    const counts = shardCounts(indices.flatMap((index) => index.shards));
    const all = counts.active + counts.initializing + counts.unassigned;
    const percent = all === 0 ? 100 : (counts.active / all) * 100;
    const row = {
      ...clockColumns(systemClock.now()),
      cluster: state.clusterName,
      status: worst(indices.map(({ status }) => status)),
      "node.total": nodeCount(services),
      "node.data": nodeCount(services),
      shards: counts.active,
      pri: counts.activePrimaries,
      relo: 0,
      init: counts.initializing,
      unassign: counts.unassigned,
      "unassign.pri": counts.unassignedPrimaries,
      pending_tasks: 0,
      max_task_wait_time: "-",
      active_shards_percent: `${percent.toFixed(1)}%`,
    };
    return {
      status: 200,
      table: catTable("cat.health", withClock ? ["epoch", "timestamp", ...COLUMNS] : COLUMNS, [row]),
    };
  },
};
