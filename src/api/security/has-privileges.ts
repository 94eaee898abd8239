/**
 * `security.has_privileges`: whether the caller may do what is asked; to ask for another takes acting in their place
 * (run as).
 */
import { illegalArgument } from "../../compat/errors.ts";
import { applicationPrivileges } from "../../identity/security/application-privileges.ts";
import { requiredJson } from "../requests/request-body.ts";
import type { Operation } from "../operation.ts";
import { answerCheck, readCheck } from "../requests/privileges-check.ts";
import { requireCluster, securityOperation } from "../requests/security-operation.ts";

const ACTION = "cluster:admin/xpack/security/user/has_privileges";

export const hasPrivileges: Operation = securityOperation(
  { name: "security.has_privileges", actions: [], action: "cluster:admin/xpack/security/user/has_privileges" },
  async (call) => {
    const { principal, parameters, store } = call;
    const user = parameters["user"] ?? principal.username;
    if (user !== principal.username)
      requireCluster(principal, ACTION, ["read_ccr", "read_security", "manage_ccr", "manage_security", "all"]);
    if (user !== principal.username) throw illegalArgument("users may only check the privileges of their own account");
    const asked = readCheck(user, await requiredJson(call.request));
    return {
      status: 200,
      body: { username: principal.username, ...answerCheck(asked, principal, await applicationPrivileges(store)) },
    };
  },
);
