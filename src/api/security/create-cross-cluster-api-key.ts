/** `security.create_cross_cluster_api_key`: a key by which another cluster searches or follows indices of this one. */
import { illegalArgument } from "../../compat/errors.ts";
import type { Operation } from "../operation.ts";
import { readName } from "../requests/api-key-body.ts";
import { readCrossClusterBody } from "../requests/cross-cluster-key-body.ts";
import { answerWithKey } from "../requests/made-api-key.ts";
import { requiredWithText, securityOperation } from "../requests/security-operation.ts";

const BODY = "cross_cluster_api_key_request";

export const createCrossClusterApiKey: Operation = securityOperation(
  {
    name: "security.create_cross_cluster_api_key",
    actions: ["cluster:admin/xpack/security/cross_cluster/api_key/create"],
  },
  async (call) => {
    const { principal } = call;
    const body = await requiredWithText(call.request);
    const read = readCrossClusterBody(BODY, body, { name: "text" });
    const name = readName(BODY, body.json);
    if (name === undefined) throw illegalArgument("Required [name]");
    if (!read.access) throw illegalArgument("Required [access]");
    if (principal.apiKey)
      throw illegalArgument(
        "authentication via API key not supported: An API key cannot be used to create a cross-cluster API key",
      );
    return { status: 200, body: await answerWithKey(call, principal, name, read) };
  },
);
