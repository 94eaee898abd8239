/** `security.get_builtin_privileges`: the names of all privileges. */
import { privilegeNames, REMOTE_CLUSTER_PRIVILEGES } from "../../security/privileges.ts";
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";

export const getBuiltinPrivileges: Operation = securityOperation(
  "security.get_builtin_privileges",
  { cluster: "read_security" },
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
