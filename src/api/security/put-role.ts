/** `security.put_role`: makes or replaces a role. */
import type { Operation } from "../operation.ts";
import { checkRole, readRole, writeRole } from "../requests/role-body.ts";
import { requiredBody, securityOperation } from "../requests/security-operation.ts";

export const putRole: Operation = securityOperation(
  { name: "security.put_role", actions: ["cluster:admin/xpack/security/role/put"] },
  async (call) => {
    const name = call.parameters["name"] ?? "";
    const role = readRole(name, await requiredBody(call.request));
    checkRole(name, role);
    return { status: 200, body: { role: { created: (await writeRole(call, name, role)) === "created" } } };
  },
);
