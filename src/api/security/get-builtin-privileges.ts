/** `security.get_builtin_privileges`: the names of all privileges. */
import { privilegeNames, REMOTE_CLUSTER_PRIVILEGES } from "../../security/privileges.ts";
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";

export const getBuiltinPrivileges: Operation = securityOperation(
  { name: "security.get_builtin_privileges", actions: ["cluster:admin/xpack/security/privilege/builtin/get"] },
  () =>
    Promise.resolve({
      status: 200,
      body: {
        cluster: privilegeNames("cluster"),
        index: privilegeNames("index"),
        remote_cluster: [...REMOTE_CLUSTER_PRIVILEGES],
      },
    }),
);
