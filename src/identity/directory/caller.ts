/**
 * A user record as a verified caller: what groups, roles and role mappings add up to, and what an API key leaves of it.
 */
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import type { Principal, Rights } from "../../security/principal.ts";
import { SUPERUSER_ROLE, superuserRights } from "../../security/superuser.ts";
import { loadGroups, withAncestors } from "./group-graph.ts";
import type { RecordReader } from "../records/record-reader.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { templateUser } from "../roles/query-template.ts";
import { roleMappings, rolesByMappings } from "../roles/role-mappings.ts";
import { callerRights, rightsOf, rightsOfDescriptors, rolesOf } from "./roles.ts";
import { numberOf, objectOf, stringOf, stringsOf } from "../records/stored-values.ts";

/** How a caller proved who they are. */
export interface Proof {
  readonly authentication: Principal["authentication"];
  readonly credentialId?: string | undefined;
}

/**
 * Names of all roles of a user, each once: their own, those of their groups (`superuser` of those that make one), those
 * of the role mappings.
 */
export async function rolesOfUser(store: RecordReader, user: Pick<StoredRecord, "fields">): Promise<string[]> {
  const [roles = []] = await rolesOfUsers(store, [user]);
  return roles;
}

/** The same of many users, in their order; what decides of all is read together. No fields: no roles. */
export async function rolesOfUsers(
  store: RecordReader,
  users: readonly { readonly fields: JsonObject | undefined }[],
): Promise<string[][]> {
  const groups = await loadGroups(
    store,
    users.flatMap(({ fields }) => (fields ? stringsOf(fields, "groups") : [])),
  );
  const mappings = await roleMappings(store);
  return users.map(({ fields }) => {
    if (!fields) return [];
    const own = withAncestors(groups, stringsOf(fields, "groups"));
    const names = own.map((group) => stringOf(group.fields, "name"));
    return [
      ...new Set([
        ...rolesOf({ fields }),
        ...own.flatMap(rolesOfGroup),
        ...rolesByMappings(mappings, { fields }, names),
      ]),
    ].sort();
  });
}

/** Roles that a group gives its members. */
export function rolesOfGroup(group: Pick<StoredRecord, "fields">): string[] {
  return [...rolesOf(group), ...(group.fields["is_superuser"] === true ? [SUPERUSER_ROLE] : [])];
}

/** A user as a caller. */
export async function callerOf(
  store: RecordStore,
  user: StoredRecord,
  { authentication, credentialId }: Proof,
): Promise<Principal> {
  const { fields } = user;
  const username = stringOf(fields, "username");
  const roles = await rolesOfUser(store, user);
  const rights = await rightsOf(store, roles, templateUser(fields, roles));
  const superuser = rights.names.includes(SUPERUSER_ROLE);
  const effective = rights.names.filter((name) => !rights.missing.includes(name));
  const given = superuser ? superuserRights(username) : callerRights(username, effective, rights);
  return {
    username,
    userId: numberOf(fields, "pk"),
    superuser,
    roles: rights.names,
    missingRoles: rights.missing,
    authentication,
    credentialId,
    ...given,
    indices: { ...given.indices, roles: effective },
    permissions: rights.permissions,
    email: stringOf(fields, "email"),
    fullName: stringOf(fields, "name"),
  };
}

/**
 * The owner of a token, the record of whom is `user`, as far as the token may act for them: one with role descriptors
 * has these rights, and never more than its owner.
 */
export function callerOfToken(owner: Principal, token: StoredRecord, user: StoredRecord): Principal {
  const apiKey = {
    id: stringOf(token.fields, "pk"),
    name: stringOf(token.fields, "name") || stringOf(token.fields, "identifier"),
  };
  const caller = `API key id [${apiKey.id}] of user [${owner.username}]`;
  const descriptors = Object.values(objectOf(token.fields, "role_descriptors")).filter(isJsonObject);
  if (descriptors.length === 0)
    return owner.authentication === "api_key" ? { ...owner, apiKey, indices: { ...owner.indices, caller } } : owner;
  // A key for another cluster may what it says, whatever its owner may.
  if (token.fields["key_type"] === "cross_cluster") return callerOfLink(owner, descriptors, { ...apiKey, caller });
  const { superuser, permissions, clusterPrivileges, indices, applications, runAs, remote } = owner;
  const limitedBy: Rights = { clusterPrivileges, indices, applications, runAs, remote };
  // As in Elasticsearch, whoever comes by a key of its own rights has no roles.
  const given = rightsOfDescriptors(descriptors, templateUser(user.fields, []));
  const rights = callerRights(owner.username, undefined, given);
  return {
    ...owner,
    ...rights,
    superuser: false,
    apiKey,
    limitedBy,
    indices: { ...rights.indices, caller, limitedBy: indices },
    permissions: superuser ? given.permissions : permissionsOfBoth(given.permissions, permissions),
  };
}

/** Permissions that both lists of patterns give: of each pair the narrower one. */
function permissionsOfBoth(some: readonly string[], others: readonly string[]): string[] {
  return [
    ...some.filter((name) => simpleMatchAny(others, name)),
    ...others.filter((name) => simpleMatchAny(some, name)),
  ];
}

/** The other end of a link between clusters. */
function callerOfLink(
  owner: Principal,
  descriptors: readonly JsonObject[],
  { id, name, caller }: { readonly id: string; readonly name: string; readonly caller: string },
): Principal {
  const rights = callerRights(owner.username, undefined, rightsOfDescriptors(descriptors));
  return {
    ...owner,
    ...rights,
    superuser: false,
    apiKey: { id, name, type: "cross_cluster" },
    limitedBy: undefined,
    indices: { ...rights.indices, caller },
    permissions: [],
  };
}
