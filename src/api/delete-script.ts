/** `delete_script`: removes a stored script. */
import { deleteStoredScript } from "../cluster/changes/delete-stored-script.ts";
import { STORED_SCRIPTS } from "../scripting/stored-scripts.ts";
import { changeSource } from "./audit/change-source.ts";
import type { Operation } from "./operation.ts";
import { checkTimeouts } from "./requests/timeouts.ts";

export const deleteScript: Operation = {
  name: "delete_script",
  actions: ["cluster:admin/script/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const { id = "" } = request.parameters;
    await cluster.apply(changeSource(deleteScript.name, request), deleteStoredScript(STORED_SCRIPTS, id));
    return { status: 200, body: { acknowledged: true } };
  },
};
