/** `security.delete_privileges`: removes privileges of an application. */
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { changeApplicationPrivileges } from "../../identity/security/application-privileges.ts";
import { modelEvent, storeTelling } from "../../identity/security/identity-access.ts";
import type { Operation } from "../operation.ts";
import { namesOf, securityOperation } from "../requests/security-operation.ts";

export const deletePrivileges: Operation = securityOperation(
  { name: "security.delete_privileges", actions: ["cluster:admin/xpack/security/privilege/delete"] },
  async (call) => {
    const application = call.parameters["application"] ?? "";
    const names = namesOf(call.parameters["name"]);
    let present: Readonly<Record<string, JsonObject>> = {};
    const found = (): string[] => names.filter((name) => Object.hasOwn(present, name));
    const store = storeTelling(call.services, call, () =>
      found().map((name) =>
        modelEvent({ action: "model_deleted", model: "application_privilege", name: `${application}/${name}` }),
      ),
    );
    await changeApplicationPrivileges(store, (all) => {
      present = ownOf(all, application) ?? {};
      return {
        ...all,
        [application]: Object.fromEntries(Object.entries(present).filter(([name]) => !names.includes(name))),
      };
    });
    const gone = found();
    const body = { [application]: Object.fromEntries(names.map((name) => [name, { found: gone.includes(name) }])) };
    return { status: gone.length > 0 ? 200 : 404, body };
  },
);
