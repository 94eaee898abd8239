/** `ilm.start`: lets lifecycles run again. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { OPERATION_MODES } from "../../lifecycles/operation-mode.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const startIndexLifecycles: Operation = {
  name: "ilm.start",
  actions: ["cluster:admin/ilm/start"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    await cluster.apply(
      changeSource(startIndexLifecycles.name, request),
      putCustom(OPERATION_MODES, "ilm", { mode: "RUNNING" }),
    );
    return { status: 200, body: { acknowledged: true } };
  },
};
