/** `cat.nodeattrs`: the attributes of the node. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { rowsTogether } from "../requests/each-node.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

export const catNodeattrs: Operation = {
  name: "cat.nodeattrs",
  actions: ["cluster:monitor/state", "cluster:monitor/nodes/info"],
  eachNode: rowsTogether,

  handle({ parameters }, { info }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    const { name: node, id, host, ip, httpPort: port } = info;
    const here = { node, id, pid: process.pid, host, ip, port };
    const rows = Object.entries(info.attributes).map(([attr, value]) => ({ ...here, attr, value }));
    return {
      status: 200,
      table: catTable("cat.nodeattrs", ["node", "id", "pid", "host", "ip", "port", "attr", "value"], rows),
    };
  },
};
