/** `cat.nodeattrs`: the attributes of the node; it has none, as there are no others to be told from. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

export const catNodeattrs: Operation = {
  name: "cat.nodeattrs",
  actions: ["cluster:monitor/state", "cluster:monitor/nodes/info"],

  async handle(request) {
    checkTimeouts(request.parameters);
    booleanParameter(request.parameters, "local", false);
    return {
      status: 200,
      table: catTable("cat.nodeattrs", ["node", "id", "pid", "host", "ip", "port", "attr", "value"], []),
    };
  },
};
