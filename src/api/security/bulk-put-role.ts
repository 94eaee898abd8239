/** `security.bulk_put_role`: makes or replaces several roles; what cannot be read refuses all, what means nothing only itself. */
import { contentParseException } from "../../core/body-reader.ts";
import { errorBody, RequestError } from "../../core/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import type { RoleDescriptor } from "../../identity/roles/role-descriptor.ts";
import type { Operation } from "../operation.ts";
import { checkRole, readRole, writeRole } from "./role-body.ts";
import { refuseInvalid, requiredObject, securityOperation } from "./security-operation.ts";

const OUTCOMES = { created: "created", updated: "updated", unchanged: "noop" } as const;

export const bulkPutRole: Operation = securityOperation("security.bulk_put_role", { cluster: "manage_security" }, async (call) => {
  const roles = readRoles(await requiredObject(call.request));
  refuseInvalid([Object.keys(roles).length === 0 ? "roles cannot be empty" : undefined]);
  const outcomes: Partial<Record<"noop" | "created" | "updated", string[]>> = {};
  const details: Record<string, unknown> = {};
  for (const [name, role] of Object.entries(roles)) {
    try {
      checkRole(name, role);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      details[name] = errorBody(error);
      continue;
    }
    (outcomes[OUTCOMES[await writeRole(call, name, role)]] ??= []).push(name);
  }
  const { noop, created, updated } = outcomes;
  const failures = Object.keys(details).length;
  return {
    status: 200,
    body: {
      ...(noop ? { noop } : {}),
      ...(created ? { created } : {}),
      ...(updated ? { updated } : {}),
      ...(failures > 0 ? { errors: { count: failures, details } } : {}),
    },
  };
});

function readRoles(body: JsonObject): Record<string, RoleDescriptor> {
  for (const field of Object.keys(body)) if (field !== "roles") throw contentParseException(`[bulk_update_roles_request_payload] unknown field [${field}]`);
  const { roles } = body;
  if (!isJsonObject(roles)) throw new RequestError(400, "illegal_argument_exception", "Required [roles]");
  const read: Record<string, RoleDescriptor> = {};
  for (const [name, value] of Object.entries(roles)) {
    try {
      read[name] = readRole(name, value);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw nested("bulk_update_roles_request_payload", "roles", name, error);
    }
  }
  return read;
}

/** An error inside of an object of descriptors, as the declared parsers of the original wrap it. */
export function nested(what: string, field: string, name: string, error: RequestError): RequestError {
  return contentParseException(`[${what}] failed to parse field [${field}]`, contentParseException(`[${field}] failed to parse field [${name}]`, error));
}
