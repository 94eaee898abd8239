/** `slm.execute_retention`: begins to remove what policies keep no longer. */
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const executeRetention: Operation = {
  name: "slm.execute_retention",
  actions: ["cluster:admin/slm/execute-retention"],
  audit: "nothing",

  handle({ parameters }, { lifecycles }) {
    checkTimeouts(parameters);
    lifecycles.retain();
    return { status: 200, body: { acknowledged: true } };
  },
};
