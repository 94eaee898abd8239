/** `security.put_role`: makes or replaces a role. */
import type { Operation } from "../operation.ts";
import { checkRole, readRole, writeRole } from "../requests/role-body.ts";
import { requiredBody, securityOperation } from "../requests/security-operation.ts";

export const putRole: Operation = securityOperation(
  "security.put_role",
  { cluster: "manage_security" },
  async (call) => {
    const name = call.parameters["name"] ?? "";
    const role = readRole(name, await requiredBody(call.request));
    checkRole(name, role);
    return { status: 200, body: { role: { created: (await writeRole(call, name, role)) === "created" } } };
  },
);
