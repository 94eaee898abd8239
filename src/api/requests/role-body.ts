/** Roles in bodies: read, checked, written. */
import { contentParseException } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { builtinRole } from "../../identity/roles/builtin-roles.ts";
import { descriptorFaults } from "../../identity/roles/descriptor-faults.ts";
import { parseRoleDescriptor } from "../../identity/roles/parse-role-descriptor.ts";
import type { RoleDescriptor } from "../../identity/roles/role-descriptor.ts";
import { changeRecord } from "../../identity/records/change-record.ts";
import {
  isRoleName,
  LONGEST_ROLE_NAME,
  putRole as storeRole,
  roleId,
  roleNameRule,
} from "../../identity/directory/roles.ts";
import { modelEvent, putAction, storeTelling } from "../../identity/security/identity-access.ts";
import { refuseInvalid, type SecurityCall } from "./security-operation.ts";

/**
 * Names of Elasticsearch that are kept for its own; they are refused here too, so that a role means the same on both.
 */
export function reservedFault(name: string): string | undefined {
  return builtinRole(name) ? `Role [${name}] is reserved and may not be used.` : undefined;
}

/** Reads a role; throws 400 for what cannot be read. */
export function readRole(name: string, body: Json): RoleDescriptor {
  return parseRoleDescriptor(name, body);
}

/** Reads an object of descriptors; an error inside is wrapped as by the declared parsers of Elasticsearch. */
export function readNamed(what: string, field: string, roles: JsonObject): Record<string, RoleDescriptor> {
  // By entries, so that no name (`__proto__`) is more than a name.
  const read = Object.entries(roles).map(([name, body]): [string, RoleDescriptor] => {
    try {
      return [name, parseRoleDescriptor(name, body)];
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw contentParseException(
        `[${what}] failed to parse field [${field}]`,
        contentParseException(`[${field}] failed to parse field [${name}]`, error),
      );
    }
  });
  return Object.fromEntries(read);
}

/** Throws 400 for a name that cannot be, or a descriptor that means nothing. */
export function checkRole(name: string, role: RoleDescriptor): void {
  if (!isRoleName(name, LONGEST_ROLE_NAME)) refuseInvalid([roleNameRule(LONGEST_ROLE_NAME)], "validation_exception");
  refuseInvalid([...descriptorFaults(role), reservedFault(name)]);
}

/** Makes or replaces a role, and tells of it. */
export async function writeRole(
  call: SecurityCall,
  name: string,
  role: RoleDescriptor,
): Promise<"created" | "updated" | "unchanged"> {
  const store = storeTelling(call.services, call, ([change]) => [
    modelEvent({ action: putAction(change), model: "role", name }),
  ]);
  return storeRole(store, name, role);
}

/** Removes a role; answers whether it was there. Throws 400 for one that is always there. */
export async function removeRole(call: SecurityCall, name: string): Promise<boolean> {
  if (builtinRole(name)) throw illegalArgument(`role [${name}] is reserved and cannot be deleted`);
  const store = storeTelling(call.services, call, () => [modelEvent({ action: "model_deleted", model: "role", name })]);
  return changeRecord(
    store,
    roleId(name),
    (record) => record && { kind: "delete", id: record.id, ifSeqNo: record.seqNo },
  );
}
