/** `slm.start`: policies run by themselves from now on. */
import { withOperationMode } from "../../snapshots/lifecycle/lifecycle-state.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const startLifecycles: Operation = {
  name: "slm.start",
  actions: ["cluster:admin/slm/start"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    await cluster.apply(changeSource(startLifecycles.name, request), withOperationMode("RUNNING"));
    return { status: 200, body: { acknowledged: true } };
  },
};
