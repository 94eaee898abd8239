/** Decides what a caller may do. Pure but for the date maths in index names, which is passed in. */
import { assert } from "../core/assert.ts";
import { ownOf } from "../core/names.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { type Action, actionOf, actions } from "./actions.ts";
import type { IndexGrant } from "../documents/documents.ts";
import { givesAny, grants } from "../access/grants.ts";
import { denial } from "./denial.ts";
import { operationActions } from "./operation-actions.ts";
import type { Principal } from "./principal.ts";
import { grantedBy } from "./privileges.ts";

/**
 * What an operation declares to need: one cluster privilege, an index privilege on every index that it names, or only
 * to be known.
 */
export type NeededPrivilege = { readonly cluster: string } | { readonly index: string } | "authenticated";

/** A request whose operation is known. */
export interface AuthorizedRequest {
  /** Documented name: `search`, `indices.create`. */
  readonly operation: string;
  readonly privilege: NeededPrivilege;
  /** Path and query string parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Parameters of the path that name indices or aliases, by operation; `index` where nothing else is said. */
const NAMES_IN_PATH: Readonly<Record<string, readonly string[]>> = {
  // Items are judged one by one, in the shard's grant.
  bulk: [],
  "indices.put_alias": ["index", "name"],
  "indices.delete_alias": ["index", "name"],
  "indices.rollover": ["alias", "new_index"],
  "indices.clone": ["index", "target"],
  "indices.shrink": ["index", "target"],
  "indices.split": ["index", "target"],
  "indices.resolve_index": ["name"],
};

const ALIAS_READS: ReadonlySet<string> = new Set(["indices.get_alias", "indices.exists_alias"]);

/** Works on any principal; keeps nothing. */
export class Authorizer {
  readonly #resolveDateMath: (name: string) => string;

  /** `resolveDateMath` answers the name that `<logs-{now/d}>` stands for now; other names unchanged. */
  constructor(resolveDateMath: (name: string) => string = (name) => name) {
    this.#resolveDateMath = resolveDateMath;
  }

  /**
   * Throws 403 unless the caller may do what a request asks, as far as its path tells. Names in the body come by
   * `indices`.
   */
  request(principal: Principal, request: AuthorizedRequest): void {
    for (const action of actionsOf(request)) {
      if (action.scope === "cluster") checkCluster(principal, action);
      else this.#checkPath(principal, action, request);
    }
  }

  /**
   * Throws 403 unless the caller may do `operation` on every name; for names in bodies. Wildcards are left to the
   * expansion.
   */
  indices(principal: Principal, operation: string, privilege: string, names: readonly string[]): void {
    for (const action of actionsOf({ operation, privilege: { index: privilege }, parameters: {} })) {
      if (action.scope === "cluster") checkCluster(principal, action);
      else this.#checkNames(principal, action, names, false);
    }
  }

  /**
   * Throws 403 unless an action (by Elasticsearch's name) is allowed on every name: `indices:admin/auto_create` for an
   * index made by a write.
   */
  action(principal: Principal, name: string, names: readonly string[]): void {
    const action = actions.get(name);
    assert(action, `${name} is a known action`);
    if (action.scope === "cluster") checkCluster(principal, action);
    else this.#checkNames(principal, action, names, false);
  }

  #checkPath(principal: Principal, action: Action, { operation, parameters }: AuthorizedRequest): void {
    // An alias is asked for by name only where an index is named, too; of all indices the visible ones are asked.
    const ofAlias = ALIAS_READS.has(operation) && parameters["index"] !== undefined;
    const keys = ofAlias ? ["index", "name"] : (ownOf(NAMES_IN_PATH, operation) ?? ["index"]);
    const names = keys.flatMap((key) => (ownOf(parameters, key) ?? "").split(","));
    this.#checkNames(principal, action, names, isTrue(parameters["ignore_unavailable"]));
  }

  #checkNames(principal: Principal, action: Action, names: readonly string[], ignoreUnavailable: boolean): void {
    const explicit = this.#explicit(names);
    if (!hasActionAnywhere(principal, action)) throw denial(principal, action, explicit);
    // With ignore_unavailable what may not be seen is left out, as if it were not there.
    if (ignoreUnavailable) return;
    const denied = explicit.filter((name) => !hasOnIndex(principal, action.grantedBy, name));
    if (denied.length > 0) throw denial(principal, action, denied);
  }

  /** The names that are no patterns and no exclusions. */
  #explicit(names: readonly string[]): string[] {
    const explicit: string[] = [];
    let wildcardSeen = false;
    for (const name of names.map((part) => part.trim())) {
      if (name === "" || name === "_all") continue;
      if (name.startsWith("-") && wildcardSeen) continue;
      if (name.includes("*")) wildcardSeen = true;
      else explicit.push(this.#resolveDateMath(name));
    }
    return explicit;
  }
}

/**
 * Which of the resolved names a caller may see: what expressions with wildcards are cut down to. `index` names the
 * concrete index, `aliases` the aliases by which it was reached; a right on any of these is enough.
 */
export function visibleTo<T extends { readonly index: string; readonly aliases: readonly string[] | undefined }>(
  principal: Principal,
  privilege: string,
  resolved: readonly T[],
): T[] {
  const privileges = grantedBy("index", privilege);
  return resolved.filter(({ index, aliases }) =>
    [index, ...(aliases ?? [])].some((name) => hasOnIndex(principal, privileges, name)),
  );
}

/** Whether the caller has an index privilege (or one that contains it) on a name. */
export function mayOnIndex(principal: Principal, privilege: string, name: string): boolean {
  return hasOnIndex(principal, grantedBy("index", privilege), name);
}

/** Whether the caller has a cluster privilege, or one that contains it. */
export function mayOnCluster(principal: Principal, privilege: string): boolean {
  return onCluster(principal, grantedBy("cluster", privilege));
}

/** The actions of each operation that was observed on Elasticsearch. */
const actionsByOperation = new Map(
  [...operationActions].map(([operation, names]) => [operation, names.flatMap((name) => actions.get(name) ?? [])]),
);

function actionsOf({ operation, privilege, parameters }: AuthorizedRequest): readonly Action[] {
  const observed = actionsByOperation.get(operation);
  if (observed) return operation === "index" ? [...observed, ...itemActions(parameters)] : observed;
  if (privilege === "authenticated") return [];
  // Not observed on Elasticsearch: the privilege that the operation declares.
  const [scope, needed] =
    "cluster" in privilege ? (["cluster", privilege.cluster] as const) : (["index", privilege.index] as const);
  const prefix = scope === "cluster" ? "cluster:" : "indices:";
  return [actionOf(`${prefix}${operation.replaceAll(".", "/")}`, scope, grantedBy(scope, needed))];
}

/** Making a document anew takes less than overwriting one. */
function itemActions(parameters: Readonly<Record<string, string>>): Action[] {
  const create = parameters["op_type"] === "create" || parameters["id"] === undefined;
  const action = actions.get(
    create ? "indices:data/write/index:op_type/create" : "indices:data/write/index:op_type/index",
  );
  return action ? [action] : [];
}

function checkCluster(principal: Principal, action: Action): void {
  if (!onCluster(principal, action.grantedBy)) throw denial(principal, action, []);
}

/** Whether the caller, and what limits them, has one of the cluster privileges or an action that stands among them. */
export function onCluster(
  { clusterPrivileges, limitedBy }: Pick<Principal, "clusterPrivileges" | "limitedBy">,
  privileges: readonly string[],
): boolean {
  if (limitedBy && !onCluster(limitedBy, privileges)) return false;
  return clusterPrivileges.some(
    (given) =>
      privileges.includes(given) || (given.includes(":") && privileges.some((name) => simpleMatch(given, name))),
  );
}

/** Whether any rule at all gives the action. */
function hasActionAnywhere({ indices }: Principal, action: Action): boolean {
  return hasSomewhere(indices, action.grantedBy);
}

function hasSomewhere({ all, rules, limitedBy }: IndexGrant, privileges: readonly string[]): boolean {
  if (limitedBy !== undefined && !hasSomewhere(limitedBy, privileges)) return false;
  return all || rules.some((rule) => givesAny(rule, privileges));
}

function hasOnIndex({ indices }: Principal, privileges: readonly string[], index: string): boolean {
  return grants(indices, index, privileges);
}

function isTrue(parameter: string | undefined): boolean {
  return parameter === "" || parameter === "true";
}
