/** `cat.thread_pool`: the kinds of work that are counted, with what waits, runs and was refused of each. */
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { threadPools } from "../stats/stats-sections.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

const COLUMNS = [
  "node_name",
  "node_id",
  "ephemeral_node_id",
  "pid",
  "host",
  "ip",
  "port",
  "name",
  "type",
  "active",
  "queue",
  "rejected",
  "completed",
];

export const catThreadPool: Operation = {
  name: "cat.thread_pool",
  actions: ["cluster:monitor/state", "cluster:monitor/nodes/info", "cluster:monitor/nodes/stats"],

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    const patterns = listParameter(parameters, "thread_pool_patterns");
    const { name: nodeName, id, ephemeralId, host, ip, httpPort } = services.info;
    const here = {
      node_name: nodeName,
      node_id: id,
      ephemeral_node_id: ephemeralId,
      pid: process.pid,
      host,
      ip,
      port: httpPort,
    };
    const pools = Object.entries(await threadPools(services)).filter(
      ([name]) => patterns === undefined || simpleMatchAny(patterns, name),
    );
    const rows = pools.map(([name, pool]) => ({ ...here, name, type: "fixed", ...pool }));
    return { status: 200, table: catTable("cat.thread_pool", COLUMNS, rows) };
  },
};
