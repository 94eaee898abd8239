/** `security.get_role_mapping`: role mappings by name, or all. */
import { roleMappings } from "../../identity/roles/role-mappings.ts";
import type { Operation } from "../operation.ts";
import { namesOf, securityOperation } from "../requests/security-operation.ts";

export const getRoleMapping: Operation = securityOperation(
  { name: "security.get_role_mapping", actions: ["cluster:admin/xpack/security/role_mapping/get"] },
  async ({ parameters, store }) => {
    const names = namesOf(parameters["name"]);
    const all = Object.entries(await roleMappings(store));
    const found = names.length === 0 ? all : all.filter(([name]) => names.includes(name));
    return { status: names.length > 0 && found.length === 0 ? 404 : 200, body: Object.fromEntries(found) };
  },
);
