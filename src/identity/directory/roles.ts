/** Roles as records, and what the roles of a user add up to. */
import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { FieldGrant, IndexRule } from "../../access/index-grant.ts";
import type { ApplicationGrant, RemoteDescriptor, RemoteRights, Rights } from "../../security/principal.ts";
import { effectivePrivileges } from "../../security/privileges.ts";
import { groupClaims, userClaims } from "../records/claims.ts";
import { roleModel } from "../records/models.ts";
import { changeRecord } from "../records/change-record.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { builtinRole } from "../roles/builtin-roles.ts";
import { descriptorFaults } from "../roles/descriptor-faults.ts";
import { isTemplateText, queryForUser } from "../roles/query-template.ts";
import { type RoleDescriptor, showDescriptor } from "../roles/role-descriptor.ts";
import { stringsOf } from "../records/stored-values.ts";

/** What some roles give together. */
export interface RoleRights {
  /** All that were asked for, sorted. */
  readonly names: readonly string[];
  /** Those that are not there. */
  readonly missing: readonly string[];
  readonly cluster: readonly string[];
  readonly rules: readonly IndexRule[];
  readonly applications: readonly ApplicationGrant[];
  readonly runAs: readonly string[];
  readonly remote: RemoteRights;
  /** Identity permissions. */
  readonly permissions: readonly string[];
}

/** The application whose privileges are the permissions of the identity interface. */
const IDENTITY_APPLICATION = "wardex";

/** Characters of the name of a role. */
export const LONGEST_ROLE_NAME = 1024;

const ROLE_NAME = /^[!-~](?:[ -~]{0,1022}[!-~])?$/;

/** authentik's words for a name that cannot be; `longest` differs where a role is made and where it is given. */
export function roleNameRule(longest: number): string {
  return `Role names must be at least 1 and no more than ${longest} characters. They can contain alphanumeric characters (a-z, A-Z, 0-9), spaces, punctuation, and printable symbols in the Basic Latin (ASCII) block. Leading or trailing whitespace is not allowed.`;
}

export function isRoleName(name: string, longest: number): boolean {
  return name.length <= longest && ROLE_NAME.test(name);
}

/** Makes or replaces a role. Throws 400 for a name or privilege that cannot be. */
export async function putRole(
  store: RecordStore,
  name: string,
  role: RoleDescriptor,
): Promise<"created" | "updated" | "unchanged"> {
  if (!isRoleName(name, LONGEST_ROLE_NAME)) throw illegalArgument(roleNameRule(LONGEST_ROLE_NAME));
  const [fault] = descriptorFaults(role);
  if (fault !== undefined) throw illegalArgument(fault);
  const fields: JsonObject = { name, ...showDescriptor(role) };
  let outcome: "created" | "updated" | "unchanged" = "created";
  await changeRecord(store, roleId(name), (record) => {
    outcome = !record ? "created" : sameJson(record.fields, fields) ? "unchanged" : "updated";
    if (outcome === "unchanged") return undefined;
    return record
      ? { kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims: [] }
      : { kind: "create", id: roleId(name), model: roleModel.name, fields, claims: [] };
  });
  return outcome;
}

/** Gives a user or a group (`user:1`, `group:<uuid>`) exactly these roles. */
export async function assignRoles(store: RecordStore, holder: string, roles: readonly string[]): Promise<void> {
  await changeRecord(store, holder, (record) => {
    if (!record) throw illegalArgument(`there is no [${holder}]`);
    const fields = { ...record.fields, roles: [...roles] };
    return {
      kind: "replace",
      id: record.id,
      fields,
      ifSeqNo: record.seqNo,
      claims: record.model === "user" ? userClaims(fields) : groupClaims(fields),
    };
  });
}

/** Descriptors of roles by name, without those that are not there. */
export async function descriptorsOf(store: RecordStore, names: readonly string[]): Promise<Map<string, JsonObject>> {
  const records = await store.getMany(names.map(roleId));
  const found = new Map<string, JsonObject>();
  names.forEach((name, at) => {
    const fields = builtinRole(name) ?? records[at]?.fields;
    if (fields) found.set(name, fields);
  });
  return found;
}

/** Those of these roles that give each user something else: their queries are templates. */
export async function templatedRoles(store: Pick<RecordStore, "getMany">, names: readonly string[]): Promise<string[]> {
  const records = await store.getMany(names.map(roleId));
  return names.filter((_name, at) =>
    objects(records[at]?.fields ?? {}, "indices").some(
      ({ query }) => typeof query === "string" && isTemplateText(query),
    ),
  );
}

/** The roles of these names that are there. */
export async function existingRoles(store: RecordStore, names: readonly string[]): Promise<string[]> {
  const found = await descriptorsOf(store, names);
  return names.filter((name) => found.has(name));
}

/** The rights that roles give a user, by name; a role that is not there gives nothing. */
export async function rightsOf(store: RecordStore, names: Iterable<string>, user: JsonObject): Promise<RoleRights> {
  const sorted = [...new Set(names)].sort();
  const descriptors = await descriptorsOf(store, sorted);
  return {
    names: sorted,
    missing: sorted.filter((name) => !descriptors.has(name)),
    ...rightsOfDescriptors([...descriptors.values()], user),
  };
}

/**
 * What descriptors, as records keep them, give together. `user`: whom queries that are templates are for; without one
 * these show nothing.
 */
export function rightsOfDescriptors(
  descriptors: readonly JsonObject[],
  user?: JsonObject,
): Omit<RoleRights, "names" | "missing"> {
  return {
    cluster: [
      ...new Set(descriptors.flatMap((fields) => effectivePrivileges("cluster", stringsOf(fields, "cluster")))),
    ],
    rules: descriptors.flatMap((fields) => rulesOf(fields, user)),
    applications: descriptors.flatMap(applicationsOf),
    runAs: [...new Set(descriptors.flatMap((fields) => stringsOf(fields, "run_as")))],
    remote: {
      indices: descriptors.flatMap((fields) => remoteOf(fields, "remote_indices")),
      cluster: descriptors.flatMap((fields) => remoteOf(fields, "remote_cluster")),
    },
    permissions: [...new Set(descriptors.flatMap(permissionsOf))],
  };
}

/** Rights as a caller has them. */
export function callerRights(
  user: string,
  roles: readonly string[] | undefined,
  given: Omit<RoleRights, "names" | "missing">,
): Rights {
  return {
    clusterPrivileges: given.cluster,
    indices: { all: false, user, roles, rules: given.rules },
    applications: given.applications,
    runAs: given.runAs,
    remote: given.remote,
  };
}

export function roleId(name: string): string {
  return `role:${name}`;
}

function objects(fields: JsonObject, name: string): JsonObject[] {
  const value = ownOf(fields, name);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function rulesOf(fields: JsonObject, user: JsonObject | undefined): IndexRule[] {
  return objects(fields, "indices").map((one) => ({
    names: stringsOf(one, "names"),
    privileges: effectivePrivileges("index", stringsOf(one, "privileges")),
    allowRestricted: one["allow_restricted_indices"] === true,
    ...(typeof one["query"] === "string" ? { query: user ? queryForUser(one["query"], user) : one["query"] } : {}),
    ...(isJsonObject(one["field_security"]) ? { fields: fieldGrant(one["field_security"]) } : {}),
  }));
}

function fieldGrant(fields: JsonObject): FieldGrant {
  return { grant: stringsOf(fields, "grant"), except: stringsOf(fields, "except") };
}

function applicationsOf(fields: JsonObject): ApplicationGrant[] {
  return objects(fields, "applications").map((one) => ({
    application: typeof one["application"] === "string" ? one["application"] : "",
    privileges: stringsOf(one, "privileges"),
    resources: stringsOf(one, "resources"),
  }));
}

function remoteOf(fields: JsonObject, name: string): RemoteDescriptor[] {
  return objects(fields, name).map((one) => {
    const { clusters: _patterns, ...given } = one;
    return { clusters: stringsOf(one, "clusters"), given };
  });
}

/** Privileges of the application `wardex` on everything. */
function permissionsOf(fields: JsonObject): string[] {
  const own = applicationsOf(fields).filter(
    ({ application, resources }) => application === IDENTITY_APPLICATION && resources.includes("*"),
  );
  return own.flatMap(({ privileges }) => privileges);
}

/** Whether two stored values say the same; the order of keys says nothing. */
export function sameJson(one: JsonObject, other: JsonObject): boolean {
  return isDeepStrictEqual(one, other);
}

/** Names of the roles that stand in a user or group. */
export function rolesOf({ fields }: Pick<StoredRecord, "fields">): string[] {
  return stringsOf(fields, "roles");
}
