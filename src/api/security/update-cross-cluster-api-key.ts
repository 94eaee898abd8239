/** `security.update_cross_cluster_api_key`: changes what a key gives to another cluster, its metadata or lifetime. */
import type { Operation } from "../operation.ts";
import { changeKey, refuseKeys } from "../requests/changed-api-key.ts";
import { readCrossClusterBody } from "../requests/cross-cluster-key-body.ts";
import { refuseInvalid, requiredWithText, securityOperation } from "../requests/security-operation.ts";

const NOTHING = "must update either [access] or [metadata] for cross-cluster API keys";

export const updateCrossClusterApiKey: Operation = securityOperation(
  {
    name: "security.update_cross_cluster_api_key",
    actions: ["cluster:admin/xpack/security/cross_cluster/api_key/update"],
  },
  async (call) => {
    refuseKeys(call);
    const read = readCrossClusterBody("update_cross_cluster_api_key_request", await requiredWithText(call.request), {});
    if (!read.access && !read.metadata) refuseInvalid([NOTHING]);
    const id = call.parameters["id"] ?? "";
    return { status: 200, body: { updated: await changeKey(call, id, read, "cross_cluster") } };
  },
);
