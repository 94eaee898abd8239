/** `security.get_role`: roles by name, or all. */
import type { Operation } from "../operation.ts";
import { namesOf, securityOperation } from "../requests/security-operation.ts";
import { shownRoles } from "../requests/stored-roles.ts";

export const getRole: Operation = securityOperation(
  { name: "security.get_role", actions: ["cluster:admin/xpack/security/role/get"] },
  async ({ parameters, store }) => {
    const names = namesOf(parameters["name"]);
    const body = await shownRoles(store, names);
    return { status: names.length > 0 && Object.keys(body).length === 0 ? 404 : 200, body };
  },
);
