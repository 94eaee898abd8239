/** `slm.stop`: policies run when they are asked to, and not by themselves. */
import { withOperationMode } from "../../snapshots/lifecycle/lifecycle-state.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const stopLifecycles: Operation = {
  name: "slm.stop",
  actions: ["cluster:admin/slm/stop"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    await cluster.apply(changeSource(stopLifecycles.name, request), withOperationMode("STOPPED"));
    return { status: 200, body: { acknowledged: true } };
  },
};
