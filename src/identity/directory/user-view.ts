/** Users as callers see them. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../../core/json.ts";
import { SUPERUSER_ROLE } from "../../security/superuser.ts";
import type { IdentityServices } from "../identity-services.ts";
import { isSuperuser, loadGroups, withAncestors } from "./group-graph.ts";
import type { StoredRecord } from "../records/record-store.ts";
import { roleMappings, rolesByMappings } from "../roles/role-mappings.ts";
import { rolesOf } from "./roles.ts";
import { numberOf, objectOf, stringOf, stringsOf } from "../records/stored-values.ts";

/** Users with their groups; the groups of all are read together. */
export async function showUsers(records: readonly StoredRecord[], services: IdentityServices): Promise<JsonObject[]> {
  const groups = await loadGroups(
    services.store,
    records.flatMap(({ fields }) => stringsOf(fields, "groups")),
  );
  const mappings = await roleMappings(services.store);
  return records.map(({ fields }) => {
    const ids = stringsOf(fields, "groups").filter((id) => groups.has(id));
    return {
      ...memberView(fields, services),
      is_superuser: isSuperuserUser({ fields }, groups, mappings),
      roles: rolesOf({ fields }),
      groups: ids,
      groups_obj: ids.map((id) => groupSummary(groups.get(id)?.fields ?? {})),
    };
  });
}

/** By the flag of a group, or by the role: of the user, of a group, or by a role mapping. */
function isSuperuserUser(
  user: Pick<StoredRecord, "fields">,
  groups: ReadonlyMap<string, StoredRecord>,
  mappings: JsonObject,
): boolean {
  const ids = stringsOf(user.fields, "groups");
  const own = withAncestors(groups, ids);
  const names = own.map((group) => stringOf(group.fields, "name"));
  const roles = [...rolesOf(user), ...own.flatMap(rolesOf), ...rolesByMappings(mappings, user, names)];
  return isSuperuser(groups, ids) || roles.includes(SUPERUSER_ROLE);
}

/** Schema of `memberView`. */
export const memberSchema: JsonObject = {
  type: "object",
  required: ["pk", "username", "name", "uid"],
  properties: {
    pk: { type: "integer" },
    username: { type: "string" },
    name: { type: "string" },
    is_active: { type: "boolean" },
    last_login: { type: "string", format: "date-time", nullable: true },
    email: { type: "string" },
    avatar: { type: "string" },
    attributes: { type: "object", additionalProperties: true },
    uid: { type: "string" },
  },
};

/** A user without its groups, as it stands in a group. */
export function memberView(fields: JsonObject, { secretBox }: IdentityServices): JsonObject {
  const pk = numberOf(fields, "pk");
  const email = stringOf(fields, "email");
  return {
    pk,
    username: stringOf(fields, "username"),
    name: stringOf(fields, "name"),
    is_active: fields["is_active"] !== false,
    last_login: fields["last_login"] ?? null,
    email,
    avatar: `https://secure.gravatar.com/avatar/${createHash("md5").update(email.toLowerCase()).digest("hex")}?s=158&r=g`,
    attributes: objectOf(fields, "attributes"),
    // Stable, and tells nothing to those who do not know it.
    uid: Buffer.from(secretBox.digest(`user-uid:${pk}`), "base64url").toString("hex"),
  };
}

/** Its members stand in the group only; clients of the time read a list of them here, and fail without. */
function groupSummary(fields: JsonObject): JsonObject {
  return {
    users_obj: [],
    pk: stringOf(fields, "pk"),
    name: stringOf(fields, "name"),
    is_superuser: fields["is_superuser"] === true,
    parent: fields["parent"] ?? null,
    attributes: objectOf(fields, "attributes"),
  };
}
