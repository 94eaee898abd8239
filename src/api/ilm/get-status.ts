/** `ilm.get_status`: whether lifecycles are run. */
import { operationMode } from "../../lifecycles/operation-mode.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getLifecycleStatus: Operation = {
  name: "ilm.get_status",
  actions: ["cluster:admin/ilm/operation_mode/get"],

  handle({ parameters }, { cluster: { state } }) {
    checkTimeouts(parameters);
    return { status: 200, body: { operation_mode: operationMode(state) } };
  },
};
