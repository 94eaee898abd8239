/** What `security.has_privileges` is asked: read from the body, and answered for a caller. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import type { IndexGrant } from "../../access/index-grant.ts";
import { isRestricted } from "../../access/grants.ts";
import { isCovered } from "../../access/index-patterns.ts";
import { applicationNameFault } from "../../identity/roles/descriptor-faults.ts";
import { parseRoleDescriptor, roleParseFailure } from "../../identity/roles/parse-role-descriptor.ts";
import type { RoleDescriptor } from "../../identity/roles/role-descriptor.ts";
import type { ApplicationPrivileges } from "../../identity/security/application-privileges.ts";
import type { Rights } from "../../security/principal.ts";
import { containsPrivilege, privilegeFault } from "../../security/privileges.ts";
import { refuseInvalid } from "./security-operation.ts";

/** Rights with what limits them. */
export interface LimitedRights extends Rights {
  readonly limitedBy?: Rights | undefined;
}

/** Answers by names, and whether all are yes. */
export interface PrivilegesAnswer {
  readonly has_all_requested: boolean;
  readonly cluster: Readonly<Record<string, boolean>>;
  readonly index: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  readonly application: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, boolean>>>>>>;
}

const FIELDS = ["cluster", "index", "application"];

/** Reads what is asked; throws 400. */
export function readCheck(user: string, body: Json): RoleDescriptor {
  const name = `${user}/has_privileges`;
  if (!isJsonObject(body))
    throw roleParseFailure(`failed to parse privileges check [${name}]. expected an object but found something else`);
  for (const field of Object.keys(body))
    if (!FIELDS.includes(field))
      throw roleParseFailure(`failed to parse privileges check [${name}]. unexpected field [${field}]`);
  if (Object.keys(body).length === 0)
    throw roleParseFailure(
      `failed to parse privileges check [${name}]. All privilege fields [cluster,index,applications] are missing`,
    );
  refuseRestrictions(body);
  const asked = parseRoleDescriptor(name, body);
  refuseInvalid((asked.applications ?? []).map(({ application }) => applicationNameFault(application, false)));
  for (const [scope, names] of [
    ["cluster", asked.cluster],
    ...asked.indices.map(({ privileges }) => ["index", privileges] as const),
  ] as const) {
    const fault = privilegeFault(scope, names);
    if (fault !== undefined) throw new RequestError(400, "illegal_argument_exception", fault);
  }
  return asked;
}

function refuseRestrictions(body: JsonObject): void {
  const { index } = body;
  for (const one of Array.isArray(index) ? index : []) {
    for (const field of ["query", "field_security"])
      if (isJsonObject(one) && Object.hasOwn(one, field))
        throw roleParseFailure(`Field [${field}] is not supported in a has_privileges request`);
  }
}

/** Answers for rights, and for what limits them: both must have what is asked. */
export function answerCheck(
  asked: RoleDescriptor,
  rights: LimitedRights,
  declared: ApplicationPrivileges,
): PrivilegesAnswer {
  const all = rights.limitedBy ? [rights, rights.limitedBy] : [rights];
  const cluster = answers(asked.cluster, (name) =>
    all.every(({ clusterPrivileges }) => containsPrivilege("cluster", clusterPrivileges, name)),
  );
  const index = new Map<string, Map<string, boolean>>();
  for (const { names, privileges, allowRestrictedIndices } of asked.indices) {
    for (const pattern of names) {
      const has = (name: string): boolean =>
        all.every(({ indices }) => hasOnPattern(indices, pattern, name, allowRestrictedIndices === true));
      index.set(pattern, answers([...privileges].sort(), has, index.get(pattern)));
    }
  }
  const application = new Map<string, Map<string, Map<string, boolean>>>();
  for (const { application: name, privileges, resources } of asked.applications ?? []) {
    const byResource = application.get(name) ?? new Map<string, Map<string, boolean>>();
    application.set(name, byResource);
    for (const resource of resources) {
      const has = (privilege: string): boolean =>
        all.every(({ applications }) => hasOnResource(applications, { name, privilege, resource }, declared));
      byResource.set(resource, answers([...privileges].sort(), has, byResource.get(resource)));
    }
  }
  const flat = [cluster, ...index.values(), ...[...application.values()].flatMap((each) => [...each.values()])];
  return {
    has_all_requested: flat.every((each) => [...each.values()].every(Boolean)),
    cluster: Object.fromEntries(cluster),
    index: Object.fromEntries([...index].map(([pattern, each]) => [pattern, Object.fromEntries(each)])),
    application: Object.fromEntries(
      [...application].map(([name, resources]) => [
        name,
        Object.fromEntries([...resources].map(([resource, each]) => [resource, Object.fromEntries(each)])),
      ]),
    ),
  };
}

/** Answers by name, in maps, as callers choose the names; what was asked before must hold as well. */
function answers(
  names: readonly string[],
  has: (name: string) => boolean,
  before = new Map<string, boolean>(),
): Map<string, boolean> {
  for (const name of names) before.set(name, has(name) && (before.get(name) ?? true));
  return before;
}

/**
 * Whether the rules give a privilege on all that a pattern stands for; as in Elasticsearch, one rule must cover it
 * alone.
 */
function hasOnPattern(grant: IndexGrant, pattern: string, privilege: string, restricted: boolean): boolean {
  if (grant.all && !isRestricted(pattern)) return true;
  const giving = grant.rules.filter((rule) => containsPrivilege("index", rule.privileges, privilege));
  const plain = !/[*?\\/]/.test(pattern);
  // Of a pattern the server's own indices are meant only when that is said.
  const usable = giving.filter((rule) => rule.allowRestricted || !(plain ? isRestricted(pattern) : restricted));
  return usable.some((rule) => isCovered(pattern, rule.names));
}

/** A privilege of an application: by its name, or by its actions as they are declared. */
function hasOnResource(
  applications: Rights["applications"],
  asked: { name: string; privilege: string; resource: string },
  declared: ApplicationPrivileges,
): boolean {
  return applications.some(({ application, privileges, resources }) => {
    if (!simpleMatch(application, asked.name) || !resources.some((pattern) => simpleMatch(pattern, asked.resource)))
      return false;
    const own = ownOf(declared, asked.name) ?? {};
    const actionsOf = (name: string): string[] => {
      const actions = ownOf(own, name)?.["actions"];
      return Array.isArray(actions) ? actions.map(String) : [];
    };
    const isAction = /[/*:]/.test(asked.privilege);
    const given = privileges.flatMap((name) => (/[/*:]/.test(name) ? [name] : actionsOf(name)));
    if (isAction) return given.some((pattern) => simpleMatch(pattern, asked.privilege));
    if (privileges.includes(asked.privilege) || privileges.includes("*")) return true;
    const needed = actionsOf(asked.privilege);
    return (
      needed.length > 0 &&
      needed.every((action) => given.some((pattern) => pattern === action || simpleMatch(pattern, action)))
    );
  });
}
