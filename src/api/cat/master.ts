/** `cat.master`: the node that decides. */
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";
import { shownNodes } from "../stats/shown-nodes.ts";

export const catMaster: Operation = {
  name: "cat.master",
  actions: ["cluster:monitor/state"],

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const masters = shownNodes(services).filter(({ isMaster }) => isMaster);
    const rows = masters.map(({ id, host, ip, name }) => ({ id, host, ip, node: name }));
    return { status: 200, table: catTable("cat.master", ["id", "host", "ip", "node"], rows) };
  },
};
