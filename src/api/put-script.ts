/** `put_script`: stores a script, to be used by its id wherever a script is taken. */
import { putCustom } from "../cluster/changes/put-custom.ts";
import type { JsonObject } from "../core/json.ts";
import { checkStoredScript, readStoredScript, STORED_SCRIPTS } from "../scripting/stored-scripts.ts";
import { changeSource } from "./audit/change-source.ts";
import type { Operation } from "./operation.ts";
import { requestText } from "./requests/request-body.ts";
import { checkTimeouts } from "./requests/timeouts.ts";
import { validationFailed } from "../compat/validation-failed.ts";

export const putScript: Operation = {
  name: "put_script",
  actions: ["cluster:admin/script/put"],
  audit: "told",

  async handle(request, { cluster }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { id = "", context } = parameters;
    const script = readStoredScript(await requestText(request));
    if (id.includes("#")) throw validationFailed(["id cannot contain '#' for stored script"]);
    checkStoredScript(id, script, context);
    const stored: JsonObject = { ...script };
    await cluster.apply(changeSource(putScript.name, request), putCustom(STORED_SCRIPTS, id, stored));
    return { status: 200, body: { acknowledged: true } };
  },
};
