/** `security.delete_role_mapping`: removes a role mapping. */
import { deleteRoleMapping as removeMapping } from "../../identity/roles/role-mappings.ts";
import { modelEvent, storeTelling } from "../../identity/security/identity-access.ts";
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";

export const deleteRoleMapping: Operation = securityOperation(
  { name: "security.delete_role_mapping", actions: ["cluster:admin/xpack/security/role_mapping/delete"] },
  async (call) => {
    const name = call.parameters["name"] ?? "";
    const told = modelEvent({ action: "model_deleted", model: "role_mapping", name });
    const found = await removeMapping(
      storeTelling(call.services, call, () => [told]),
      name,
    );
    return { status: found ? 200 : 404, body: { found } };
  },
);
