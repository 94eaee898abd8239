/** `security.get_user_privileges`: what the caller may do, all roles taken together. */
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { rolesOfUser } from "../../identity/directory/caller.ts";
import { builtinRole } from "../../identity/roles/builtin-roles.ts";
import { descriptorsOf } from "../../identity/directory/roles.ts";
import { objectOf, stringsOf } from "../../identity/records/stored-values.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { SUPERUSER_ROLE } from "../../security/superuser.ts";
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";

const LIMITED =
  "Cannot retrieve privileges for API keys with assigned role descriptors. Please use the Get API key information API https://ela.st/es-api-get-api-key";

export const getUserPrivileges: Operation = securityOperation(
  { name: "security.get_user_privileges", actions: [], action: "cluster:admin/xpack/security/user/list_privileges" },
  async ({ principal, store }) => {
    if (principal.limitedBy) {
      const cause = new RequestError(
        400,
        "unsupported_operation_exception",
        "cannot retrieve cluster permission on limited role",
      );
      throw new RequestError(400, "illegal_argument_exception", LIMITED, { cause });
    }
    const user = await store.get(`user:${principal.userId}`);
    // Callers without a record are the administrator of an emergency.
    const roles = user ? await rolesOfUser(store, user) : [...principal.roles];
    const descriptors = principal.superuser
      ? [builtinRole(SUPERUSER_ROLE) ?? {}]
      : [...(await descriptorsOf(store, roles)).values()];
    return { status: 200, body: summary(descriptors) };
  },
);

function summary(descriptors: readonly JsonObject[]): JsonObject {
  const remoteIndices = descriptors
    .flatMap((role) => objects(role, "remote_indices"))
    .map((one) => ({ ...indices(one), clusters: sorted(stringsOf(one, "clusters")) }));
  const remoteCluster = descriptors.flatMap((role) => objects(role, "remote_cluster"));
  return {
    cluster: sorted(descriptors.flatMap((role) => stringsOf(role, "cluster"))),
    global: [],
    indices: distinct(descriptors.flatMap((role) => objects(role, "indices")).map(indices)),
    applications: distinct(
      descriptors
        .flatMap((role) => objects(role, "applications"))
        .map((one) => ({
          application: one["application"] ?? "",
          privileges: sorted(stringsOf(one, "privileges")),
          resources: sorted(stringsOf(one, "resources")),
        })),
    ),
    run_as: sorted(descriptors.flatMap((role) => stringsOf(role, "run_as"))),
    ...(remoteIndices.length > 0 ? { remote_indices: distinct(remoteIndices) } : {}),
    ...(remoteCluster.length > 0 ? { remote_cluster: distinct(remoteCluster) } : {}),
  };
}

function indices(one: JsonObject): JsonObject {
  const fields = objectOf(one, "field_security");
  return {
    names: sorted(stringsOf(one, "names")),
    privileges: sorted(stringsOf(one, "privileges")),
    ...(isJsonObject(one["field_security"])
      ? {
          field_security: [
            { grant: stringsOf(fields, "grant"), ...(fields["except"] ? { except: stringsOf(fields, "except") } : {}) },
          ],
        }
      : {}),
    ...(typeof one["query"] === "string" ? { query: [one["query"]] } : {}),
    allow_restricted_indices: one["allow_restricted_indices"] === true,
  };
}

function objects(role: JsonObject, field: string): JsonObject[] {
  const value = ownOf(role, field);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function distinct(objectsFound: readonly JsonObject[]): JsonObject[] {
  return [...new Map(objectsFound.map((one) => [JSON.stringify(one), one])).values()];
}
