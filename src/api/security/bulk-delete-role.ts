/** `security.bulk_delete_role`: removes several roles. */
import { contentParseException } from "../../compat/body-reader.ts";
import { errorBody, illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Operation } from "../operation.ts";
import { removeRole } from "../requests/role-body.ts";
import { requiredObject, securityOperation } from "../requests/security-operation.ts";

export const bulkDeleteRole: Operation = securityOperation(
  { name: "security.bulk_delete_role", actions: ["cluster:admin/xpack/security/role/bulk_delete"] },
  async (call) => {
    const body = await requiredObject(call.request);
    for (const field of Object.keys(body))
      if (field !== "names") throw contentParseException(`[bulk_delete_roles_request] unknown field [${field}]`);
    const { names } = body;
    if (!Array.isArray(names)) throw illegalArgument("Required [names]");
    const deleted: string[] = [];
    const missing: string[] = [];
    const details = new Map<string, unknown>();
    for (const name of names.map(String)) {
      try {
        if (await removeRole(call, name)) deleted.push(name);
        else missing.push(name);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        details.set(name, errorBody(error));
      }
    }
    return {
      status: 200,
      body: {
        ...(deleted.length > 0 ? { deleted } : {}),
        ...(missing.length > 0 ? { not_found: missing } : {}),
        ...(details.size > 0 ? { errors: { count: details.size, details: Object.fromEntries(details) } } : {}),
      },
    };
  },
);
