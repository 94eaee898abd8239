/** `cat.nodeattrs`: the attributes of the node. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";
import { NODE_ATTRIBUTES } from "../stats/node-header.ts";

export const catNodeattrs: Operation = {
  name: "cat.nodeattrs",
  actions: ["cluster:monitor/state", "cluster:monitor/nodes/info"],

  handle({ parameters }, { info }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    const { name: node, id, host, ip, httpPort: port } = info;
    const here = { node, id, pid: process.pid, host, ip, port };
    const rows = Object.entries(NODE_ATTRIBUTES).map(([attr, value]) => ({ ...here, attr, value }));
    return {
      status: 200,
      table: catTable("cat.nodeattrs", ["node", "id", "pid", "host", "ip", "port", "attr", "value"], rows),
    };
  },
};
