/** `security.clear_cached_realms`: passwords that were verified are verified anew. */
import { simpleMatch } from "../../compat/wildcard.ts";
import { REALM } from "../../identity/roles/role-mappings.ts";
import type { Operation } from "../operation.ts";
import { clearSecurityCaches } from "../requests/clear-security-caches.ts";
import { namesOf, securityOperation } from "../requests/security-operation.ts";

export const clearCachedRealms: Operation = securityOperation(
  { name: "security.clear_cached_realms", actions: ["cluster:admin/xpack/security/realm/cache/clear"] },
  async (call) => {
    const unknown = namesOf(call.parameters["realms"]).find(
      (realm) => realm !== "_all" && !simpleMatch(realm, REALM.name),
    );
    if (unknown === undefined) return clearSecurityCaches(call);
    const { id } = call.node.info;
    const cause = { type: "illegal_argument_exception", reason: `could not find active realm [${unknown}]` };
    const failure = { type: "failed_node_exception", reason: `Failed node [${id}]`, node_id: id, caused_by: cause };
    return {
      status: 200,
      body: {
        _nodes: { total: 1, successful: 0, failed: 1, failures: [failure] },
        cluster_name: call.node.cluster.state.clusterName,
        nodes: {},
      },
    };
  },
);
