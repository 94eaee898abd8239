/** `slm.get_status`: whether policies run by themselves. */
import { operationMode } from "../../snapshots/lifecycle/lifecycle-state.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getStatus: Operation = {
  name: "slm.get_status",
  actions: ["cluster:admin/slm/status"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    return { status: 200, body: { operation_mode: operationMode(cluster.state) } };
  },
};
