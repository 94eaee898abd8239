/** `slm.execute_lifecycle`: begins a snapshot of a policy now. */
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const executeLifecycle: Operation = {
  name: "slm.execute_lifecycle",
  actions: ["cluster:admin/slm/execute"],
  audit: "nothing",

  async handle({ parameters }, { lifecycles }) {
    checkTimeouts(parameters);
    const name = await lifecycles.execute(parameters["policy_id"] ?? "");
    return { status: 200, body: { snapshot_name: name } };
  },
};
