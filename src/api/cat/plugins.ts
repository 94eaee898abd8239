/** `cat.plugins`: installed plugins; everything is built in, so that there are none. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

export const catPlugins: Operation = {
  name: "cat.plugins",
  actions: ["cluster:monitor/state", "cluster:monitor/nodes/info"],

  async handle(request) {
    checkTimeouts(request.parameters);
    booleanParameter(request.parameters, "local", false);
    booleanParameter(request.parameters, "include_bootstrap", false);
    return {
      status: 200,
      table: catTable("cat.plugins", ["id", "name", "component", "version", "description", "type"], []),
    };
  },
};
