/** Whether a caller may write to an index; decided once for each distinct name, on the indexing thread. */
import { RequestError } from "../compat/errors.ts";
import { simpleMatch, simpleMatchAny } from "../compat/wildcard.ts";
import type { IndexGrant, IndexRule } from "./index-grant.ts";
import { matchesAnyPattern } from "./index-patterns.ts";

/**
 * A kind of write: its transport action, for the message of a refusal, and the privileges that allow it, weakest first.
 */
export interface WriteAction {
  readonly action: string;
  readonly privileges: readonly string[];
}

/** The action and privileges of each kind of bulk item. */
export const WRITE_ACTIONS: Readonly<Record<"index" | "create" | "update" | "delete", WriteAction>> = {
  index: { action: "indices:data/write/index:op_type/index", privileges: ["create", "index", "write", "all"] },
  create: {
    action: "indices:data/write/index:op_type/create",
    privileges: ["create_doc", "create", "index", "write", "all"],
  },
  update: { action: "indices:data/write/update", privileges: ["index", "write", "all"] },
  delete: { action: "indices:data/write/delete", privileges: ["delete", "write", "all"] },
};

/** Required to create an index by a write, in addition to the privilege to write. */
export const AUTO_CREATE: WriteAction = {
  action: "indices:admin/auto_create",
  privileges: ["auto_configure", "create_index", "manage", "all"],
};

/** Names that ordinary patterns do not match: they need a rule with `allow_restricted_indices`. */
const RESTRICTED = [".wardex-*", ".ds-.wardex-*", ".security*", ".tasks"];

/** Whether an index is restricted: an internal one of the server. */
export function isRestricted(index: string): boolean {
  return simpleMatchAny(RESTRICTED, index);
}

/** Whether a grant allows an action on an index. */
export function allows(grant: IndexGrant, index: string, { action, privileges }: WriteAction): boolean {
  return grants(grant, index, [...privileges, action]);
}

/**
 * Whether a grant and its limiting grant give one of the privileges on an index. If `privileges` contains the name of
 * an action, rules that name actions count too.
 */
export function grants(grant: IndexGrant, index: string, privileges: readonly string[]): boolean {
  if (grant.limitedBy !== undefined && !grants(grant.limitedBy, index, privileges)) return false;
  if (grant.all && !isRestricted(index)) return true;
  return grant.rules.some((rule) => ruleGives(rule, index, privileges));
}

/** Whether a grant gives a privilege on one index that it does not give on another. */
export function givesMore(grant: IndexGrant, index: string, other: string): boolean {
  if (grant.all && !isRestricted(other)) return false;
  const given = grant.rules
    .filter((rule) => ruleGives(rule, index, rule.privileges))
    .flatMap((rule) => rule.privileges);
  return given.some((privilege) => !grants(grant, other, [privilege, "all"]));
}

/** Whether a rule applies to an index and gives one of the privileges. */
export function ruleGives(rule: IndexRule, index: string, privileges: readonly string[]): boolean {
  if (isRestricted(index) && !rule.allowRestricted) return false;
  return matchesAnyPattern(rule.names, index) && givesAny(rule, privileges);
}

/** Whether a rule gives one of the privileges on the indices that it applies to. */
export function givesAny(rule: IndexRule, privileges: readonly string[]): boolean {
  return rule.privileges.some(
    (given) =>
      privileges.includes(given) || (given.includes(":") && privileges.some((name) => simpleMatch(given, name))),
  );
}

/** 403 `security_exception` with Elasticsearch's message. */
export function unauthorized(grant: IndexGrant, index: string, needed: WriteAction): RequestError {
  const roles = grant.roles === undefined ? "" : ` with effective roles [${grant.roles.join(",")}]`;
  const caller = grant.caller ?? `user [${grant.user}]${roles}`;
  const reason = `action [${needed.action}] is unauthorized for ${caller} on ${isRestricted(index) ? "restricted indices" : "indices"} [${index}], this action is granted by the index privileges [${needed.privileges.join(",")}]`;
  return new RequestError(403, "security_exception", reason);
}
