/** `cat.fielddata`: heap that the values of fields take; none do, as columns are read where segments stand. */
import type { Operation } from "../operation.ts";
import { catTable } from "../stats/columns.ts";

export const catFielddata: Operation = {
  name: "cat.fielddata",
  actions: ["cluster:monitor/nodes/stats"],

  async handle() {
    return { status: 200, table: catTable("cat.fielddata", ["id", "host", "ip", "node", "field", "size"], []) };
  },
};
