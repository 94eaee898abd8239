/** `security.get_privileges`: the privileges that applications have declared. */
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { applicationPrivileges } from "../../identity/security/application-privileges.ts";
import type { Operation } from "../operation.ts";
import { namesOf, securityOperation } from "../requests/security-operation.ts";

export const getPrivileges: Operation = securityOperation(
  { name: "security.get_privileges", actions: ["cluster:admin/xpack/security/privilege/get"] },
  async ({ parameters, store }) => {
    const applications = namesOf(parameters["application"]);
    const names = namesOf(parameters["name"]);
    const found = Object.entries(await applicationPrivileges(store)).flatMap(([application, privileges]) => {
      if (applications.length > 0 && !simpleMatchAny(applications, application)) return [];
      const chosen = Object.entries(privileges).filter(([name]) => names.length === 0 || names.includes(name));
      return chosen.length > 0 ? [[application, Object.fromEntries(chosen)] as const] : [];
    });
    return { status: names.length > 0 && found.length === 0 ? 404 : 200, body: Object.fromEntries(found) };
  },
);
