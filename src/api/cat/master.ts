/** `cat.master`: the node that decides. */
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

export const catMaster: Operation = {
  name: "cat.master",
  actions: ["cluster:monitor/state"],

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const { id, host, ip, name } = services.info;
    return { status: 200, table: catTable("cat.master", ["id", "host", "ip", "node"], [{ id, host, ip, node: name }]) };
  },
};
