/**
 * `security.bulk_put_role`: makes or replaces several roles; what cannot be read refuses all, what means nothing only
 * itself.
 */
import { contentParseException } from "../../compat/body-reader.ts";
import { errorBody, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import type { RoleDescriptor } from "../../identity/roles/role-descriptor.ts";
import type { Operation } from "../operation.ts";
import { checkRole, readNamed, writeRole } from "../requests/role-body.ts";
import { refuseInvalid, requiredObject, securityOperation } from "../requests/security-operation.ts";

const OUTCOMES = { created: "created", updated: "updated", unchanged: "noop" } as const;

export const bulkPutRole: Operation = securityOperation(
  { name: "security.bulk_put_role", actions: ["cluster:admin/xpack/security/role/bulk_put"] },
  async (call) => {
    const roles = readRoles(await requiredObject(call.request));
    refuseInvalid([Object.keys(roles).length === 0 ? "roles cannot be empty" : undefined]);
    const outcomes: Partial<Record<"noop" | "created" | "updated", string[]>> = {};
    const details = new Map<string, unknown>();
    for (const [name, role] of Object.entries(roles)) {
      try {
        checkRole(name, role);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        details.set(name, errorBody(error));
        continue;
      }
      (outcomes[OUTCOMES[await writeRole(call, name, role)]] ??= []).push(name);
    }
    const { noop, created, updated } = outcomes;
    return {
      status: 200,
      body: {
        ...(noop ? { noop } : {}),
        ...(created ? { created } : {}),
        ...(updated ? { updated } : {}),
        ...(details.size > 0 ? { errors: { count: details.size, details: Object.fromEntries(details) } } : {}),
      },
    };
  },
);

function readRoles(body: JsonObject): Record<string, RoleDescriptor> {
  for (const field of Object.keys(body))
    if (field !== "roles") throw contentParseException(`[bulk_update_roles_request_payload] unknown field [${field}]`);
  const { roles } = body;
  if (!isJsonObject(roles)) throw new RequestError(400, "illegal_argument_exception", "Required [roles]");
  return readNamed("bulk_update_roles_request_payload", "roles", roles);
}
