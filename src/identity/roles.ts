/** Roles: Elasticsearch's descriptors as records, and what the roles of a user add up to. */
import { illegalArgument } from "../core/errors.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import type { IndexGrant } from "../documents/documents.ts";
import { checkPrivileges } from "../security/privileges.ts";
import { groupClaims, userClaims } from "./claims.ts";
import { roleModel } from "./models.ts";
import { RecordConflict, type RecordStore, type StoredRecord } from "./record-store.ts";
import { stringsOf } from "./stored-values.ts";

/** Privileges on the indices that match any of the names. */
export interface IndexPrivileges {
  readonly names: readonly string[];
  readonly privileges: readonly string[];
  /** Whether the names reach the server's own indices. */
  readonly allowRestrictedIndices?: boolean;
}

/** What a role gives. */
export interface RoleDescriptor {
  readonly cluster: readonly string[];
  readonly indices: readonly IndexPrivileges[];
}

/** What some roles give together. */
export interface RoleRights {
  readonly names: readonly string[];
  readonly cluster: readonly string[];
  readonly rules: IndexGrant["rules"];
  /** Identity permissions. */
  readonly permissions: readonly string[];
}

/** The application whose privileges are the permissions of the identity interface. */
const IDENTITY_APPLICATION = "wardex";

const ROLE_NAME = /^[!-~](?:[ -~]{0,198}[!-~])?$/;

/** Makes or replaces a role. Throws 400 for a name or privilege that cannot be. */
export async function putRole(store: RecordStore, name: string, role: RoleDescriptor): Promise<void> {
  if (!ROLE_NAME.test(name)) throw illegalArgument(`invalid role name [${name}]: it must be 1 to 200 printable characters without blanks at its ends`);
  checkPrivileges("cluster", role.cluster);
  for (const { privileges } of role.indices) checkPrivileges("index", privileges);
  const fields: JsonObject = {
    name,
    cluster: [...role.cluster],
    indices: role.indices.map((one) => ({
      names: [...one.names],
      privileges: [...one.privileges],
      allow_restricted_indices: one.allowRestrictedIndices ?? false,
    })),
  };
  await changed(store, roleId(name), (record) =>
    record
      ? { kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims: [] }
      : { kind: "create", id: roleId(name), model: roleModel.name, fields, claims: [] },
  );
}

/** Gives a user or a group (`user:1`, `group:<uuid>`) exactly these roles. */
export async function assignRoles(store: RecordStore, holder: string, roles: readonly string[]): Promise<void> {
  await changed(store, holder, (record) => {
    if (!record) throw illegalArgument(`there is no [${holder}]`);
    const fields = { ...record.fields, roles: [...roles] };
    return { kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims: record.model === "user" ? userClaims(fields) : groupClaims(fields) };
  });
}

/** The rights of roles by name; a role that is not there gives nothing. */
export async function rightsOf(store: RecordStore, names: Iterable<string>): Promise<RoleRights> {
  const sorted = [...new Set(names)].sort();
  const records = (await store.getMany(sorted.map(roleId))).flatMap((record) => record ?? []);
  return {
    names: sorted,
    cluster: [...new Set(records.flatMap(({ fields }) => stringsOf(fields, "cluster")))],
    rules: records.flatMap(({ fields }) => rulesOf(fields)),
    permissions: [...new Set(records.flatMap(({ fields }) => permissionsOf(fields)))],
  };
}

function roleId(name: string): string {
  return `role:${name}`;
}

function rulesOf(fields: JsonObject): IndexGrant["rules"] {
  const indices = Array.isArray(fields["indices"]) ? fields["indices"] : [];
  return indices.filter(isJsonObject).map((one) => ({
    names: stringsOf(one, "names"),
    privileges: stringsOf(one, "privileges"),
    allowRestricted: one["allow_restricted_indices"] === true,
  }));
}

/** Privileges of the application `wardex` on everything. */
function permissionsOf(fields: JsonObject): string[] {
  const applications = Array.isArray(fields["applications"]) ? fields["applications"].filter(isJsonObject) : [];
  const own = applications.filter((one) => one["application"] === IDENTITY_APPLICATION && stringsOf(one, "resources").includes("*"));
  return own.flatMap((one) => stringsOf(one, "privileges"));
}

/** Changes one record, again while another writer is first. */
async function changed(
  store: RecordStore,
  id: string,
  change: (record: StoredRecord | undefined) => Parameters<RecordStore["change"]>[0][number],
): Promise<void> {
  for (;;) {
    try {
      return await store.change([change(await store.get(id))]);
    } catch (error) {
      if (!(error instanceof RecordConflict) || error.claim !== undefined) throw error;
    }
  }
}

/** Names of the roles that stand in a user or group. */
export function rolesOf({ fields }: Pick<StoredRecord, "fields">): string[] {
  return stringsOf(fields, "roles");
}

/** The roles of these names that are there. */
export async function existingRoles(store: RecordStore, names: readonly string[]): Promise<string[]> {
  const records = await store.getMany(names.map(roleId));
  return names.filter((_, at) => records[at] !== undefined);
}
