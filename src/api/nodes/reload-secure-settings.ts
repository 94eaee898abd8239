/** `nodes.reload_secure_settings`: reads the keys of remote clusters again. The file has no password. */
import { RequestError } from "../../compat/errors.ts";
import { parseObject } from "../../compat/object-parser.ts";
import { ownOf } from "../../core/names.ts";
import { listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { nodesTogether } from "../requests/each-node.ts";
import { jsonWithText } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { nodesAnswer, takesNode } from "../stats/node-header.ts";

const BODY = { name: "reload_secure_settings", members: { secure_settings_password: "text?" } } as const;

export const reloadSecureSettings: Operation = {
  name: "nodes.reload_secure_settings",
  actions: ["cluster:admin/nodes/reload_secure_settings"],
  eachNode: nodesTogether,
  audit: "nothing",

  async handle(request, services) {
    const { cluster, info } = services;
    checkTimeouts(request.parameters);
    const { json = {}, text = "" } = await jsonWithText(request);
    const password = ownOf(parseObject(BODY, json, text), "secure_settings_password") ?? "";
    const taken = takesNode(listParameter(request.parameters, "node_id"), info);
    const wrong = new RequestError(403, "security_exception", "Provided keystore password was incorrect");
    const failure = password === "" ? taken && (await failureOf(() => services.reloadSecrets())) : wrong;
    const node = { name: info.name, ...(failure ? { reload_exception: reasonOf(failure) } : {}) };
    return { status: 200, body: nodesAnswer(cluster.state.clusterName, info, taken ? node : undefined) };
  },
};

function reasonOf({ type, message: reason }: RequestError): { readonly type: string; readonly reason: string } {
  return { type, reason };
}

async function failureOf(reload: () => Promise<void>): Promise<RequestError | undefined> {
  try {
    await reload();
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return new RequestError(500, "illegal_state_exception", `the keys of remote clusters cannot be read: ${why}`);
  }
}
