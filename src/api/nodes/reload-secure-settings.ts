/** `nodes.reload_secure_settings`: reads the settings of the keystore again; there is none, and so no password. */
import { RequestError } from "../../compat/errors.ts";
import { parseObject } from "../../compat/object-parser.ts";
import { ownOf } from "../../core/names.ts";
import { listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { jsonWithText } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { nodesAnswer, takesNode } from "../stats/node-header.ts";

const BODY = { name: "reload_secure_settings", members: { secure_settings_password: "text?" } } as const;

export const reloadSecureSettings: Operation = {
  name: "nodes.reload_secure_settings",
  actions: ["cluster:admin/nodes/reload_secure_settings"],
  audit: "nothing",

  async handle(request, { cluster, info }) {
    checkTimeouts(request.parameters);
    const { json = {}, text = "" } = await jsonWithText(request);
    const password = ownOf(parseObject(BODY, json, text), "secure_settings_password") ?? "";
    const taken = takesNode(listParameter(request.parameters, "node_id"), info);
    const failure = new RequestError(403, "security_exception", "Provided keystore password was incorrect");
    const { type, message: reason } = failure;
    const node = { name: info.name, ...(password === "" ? {} : { reload_exception: { type, reason } }) };
    return { status: 200, body: nodesAnswer(cluster.state.clusterName, info, taken ? node : undefined) };
  },
};
