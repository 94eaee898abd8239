/**
 * `cat.thread_pool`: the kinds of work, with what waits, runs and was refused of each. `size` once said in which unit
 * counts are shown; as in 8.19 it says nothing.
 */
import { ownOf } from "../../core/names.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { THREAD_POOL_KINDS, threadPools } from "../stats/thread-pools.ts";
import type { Operation } from "../operation.ts";
import { rowsTogether } from "../requests/each-node.ts";
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
  "pool_size",
  "queue",
  "queue_size",
  "rejected",
  "largest",
  "completed",
  "core",
  "max",
  "size",
  "keep_alive",
];

export const catThreadPool: Operation = {
  name: "cat.thread_pool",
  actions: ["cluster:monitor/state", "cluster:monitor/nodes/info", "cluster:monitor/nodes/stats"],
  eachNode: rowsTogether,

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
    const rows = [...(await threadPools(services))].flatMap(([name, { threads, ...pool }]) => {
      if (patterns !== undefined && !simpleMatchAny(patterns, name)) return [];
      const type = ownOf(THREAD_POOL_KINDS, name) ?? "";
      // Queues have no bound of their own, and a kind of work has one thread at least.
      const size = Math.max(1, threads);
      const bounds = type === "fixed" ? { size } : { core: size, max: size };
      return [{ ...here, name, type, ...pool, pool_size: threads, queue_size: -1, ...bounds }];
    });
    return { status: 200, table: catTable("cat.thread_pool", COLUMNS, rows) };
  },
};
