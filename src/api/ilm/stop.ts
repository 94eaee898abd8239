/** `ilm.stop`: lets no lifecycle go on; steps that have begun are ended first. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { OPERATION_MODES, operationMode } from "../../lifecycles/operation-mode.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const stopIndexLifecycles: Operation = {
  name: "ilm.stop",
  actions: ["cluster:admin/ilm/stop"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    if (operationMode(cluster.state) === "RUNNING")
      await cluster.apply(
        changeSource(stopIndexLifecycles.name, request),
        putCustom(OPERATION_MODES, "ilm", { mode: "STOPPING" }),
      );
    return { status: 200, body: { acknowledged: true } };
  },
};
