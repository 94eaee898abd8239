/** `delete_script`: removes a stored script. */
import { putCustom } from "../cluster/changes/put-custom.ts";
import { RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import { STORED_SCRIPTS } from "../scripting/stored-scripts.ts";
import { changeSource } from "./audit/change-source.ts";
import type { Operation } from "./operation.ts";
import { checkTimeouts } from "./requests/timeouts.ts";

export const deleteScript: Operation = {
  name: "delete_script",
  actions: ["cluster:admin/script/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { id = "" } = parameters;
    const { task, apply } = putCustom(STORED_SCRIPTS, id, null);
    await cluster.apply(changeSource(deleteScript.name, request), {
      task,
      apply(state, inputs) {
        if (ownOf(ownOf(state.customs, STORED_SCRIPTS), id)) return apply(state, inputs);
        const reason = `stored script [${id}] does not exist and cannot be deleted`;
        throw new RequestError(404, "resource_not_found_exception", reason);
      },
    });
    return { status: 200, body: { acknowledged: true } };
  },
};
