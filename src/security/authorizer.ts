/** Decides what a caller may do. Pure but for the date maths in index names, which is passed in. */
import { isRemoteName } from "../compat/remote-name.ts";
import { assert } from "../core/assert.ts";
import { ownOf } from "../core/names.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { type Action, actions } from "./actions.ts";
import type { IndexGrant } from "../access/index-grant.ts";
import { givesAny, grants } from "../access/grants.ts";
import { denial } from "./denial.ts";
import type { Principal } from "./principal.ts";
import { grantedBy } from "./privileges.ts";

type Parameters = Readonly<Record<string, string>>;

/** What an operation declares to ask of its caller. */
export interface DeclaredRights {
  /** Documented name: `search`, `indices.create`. */
  readonly name: string;
  /**
   * Elasticsearch's actions, in the order in which they are checked; the first is what a request is called among the
   * tasks and in refusals. None: whoever is known may ask, and the operation judges by the body.
   */
  readonly actions: readonly string[];
  /** What the request is called where it asks for no action. */
  readonly action?: string;
  /** One action more, by path and query string parameters. */
  readonly furtherAction?: (parameters: Parameters) => string;
  /** Parameters of the path that name the indices or aliases of the actions; `index` when absent. */
  readonly indexNames?: readonly string[] | ((parameters: Parameters) => readonly string[]);
}

/** The same with everything looked up: made once for each operation. */
export interface NeededRights extends Pick<DeclaredRights, "furtherAction"> {
  /** What the request is called. */
  readonly action: string;
  readonly actions: readonly Action[];
  readonly indexNames: readonly string[] | ((parameters: Parameters) => readonly string[]);
}

const INDEX = ["index"];

/** Looks up the actions of an operation; an unknown one is a mistake of the operation. */
export function neededRights(declared: DeclaredRights): NeededRights {
  const { name, actions: names, action = names[0] ?? `rest:${name}`, furtherAction, indexNames = INDEX } = declared;
  return { action, actions: names.map(knownAction), indexNames, ...(furtherAction ? { furtherAction } : {}) };
}

function knownAction(name: string): Action {
  const action = actions.get(name);
  assert(action, `${name} is a known action`);
  return action;
}

/** Works on any principal; keeps nothing. */
export class Authorizer {
  readonly #resolveDateMath: (name: string) => string;

  /** `resolveDateMath` answers the name that `<logs-{now/d}>` stands for now; other names unchanged. */
  constructor(resolveDateMath: (name: string) => string = (name) => name) {
    this.#resolveDateMath = resolveDateMath;
  }

  /**
   * Throws 403 unless the caller may do what a request asks, as far as its path tells. Names in the body come by
   * `action`.
   */
  request(principal: Principal, rights: NeededRights, parameters: Parameters): void {
    for (const action of rights.actions) this.#checkPath(principal, action, rights, parameters);
    if (rights.furtherAction)
      this.#checkPath(principal, knownAction(rights.furtherAction(parameters)), rights, parameters);
  }

  /**
   * Throws 403 unless an action (by Elasticsearch's name) is allowed on every name: those in bodies, and
   * `indices:admin/auto_create` for an index made by a write. Wildcards are left to the expansion.
   */
  action(principal: Principal, name: string, names: readonly string[]): void {
    const action = knownAction(name);
    if (action.scope === "cluster") checkCluster(principal, action);
    else this.#checkNames(principal, action, names, false);
  }

  #checkPath(principal: Principal, action: Action, { indexNames }: NeededRights, parameters: Parameters): void {
    if (action.scope === "cluster") return checkCluster(principal, action);
    const keys = typeof indexNames === "function" ? indexNames(parameters) : indexNames;
    const names = keys.flatMap((key) => (ownOf(parameters, key) ?? "").split(","));
    this.#checkNames(principal, action, names, isTrue(parameters["ignore_unavailable"]));
  }

  #checkNames(principal: Principal, action: Action, all: readonly string[], ignoreUnavailable: boolean): void {
    // What another cluster allows is asked there, and whatever does not go there refuses its names.
    const names = all.filter((name) => !isRemoteName(name.trim()));
    if (names.length === 0 && all.length > 0) return;
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
