/** `security.delete_role`: removes a role. Whoever has it keeps its name, which then gives nothing. */
import type { Operation } from "../operation.ts";
import { removeRole } from "../requests/role-body.ts";
import { securityOperation } from "../requests/security-operation.ts";

export const deleteRole: Operation = securityOperation(
  { name: "security.delete_role", actions: ["cluster:admin/xpack/security/role/delete"] },
  async (call) => {
    const found = await removeRole(call, call.parameters["name"] ?? "");
    return { status: found ? 200 : 404, body: { found } };
  },
);
