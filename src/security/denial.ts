/** Refusals for want of a privilege, 403 `security_exception` in Elasticsearch's words. */
import { RequestError } from "../compat/errors.ts";
import { isRestricted } from "../access/grants.ts";
import type { Action } from "./actions.ts";
import type { Principal } from "./principal.ts";

/** The refusal of an action; `indices` are the names that were refused, none when the action is refused altogether. */
export function denial(
  principal: Principal,
  action: Omit<Action, "grantedBy">,
  indices: readonly string[],
): RequestError {
  const reason =
    `action [${action.name}] ${principal.apiKey?.type === undefined ? "" : "towards remote cluster "}is unauthorized for ${describeCaller(principal)}${onIndices(indices)}` +
    `, this action is granted by the ${action.scope} privileges [${action.privileges.join(",")}]`;
  return new RequestError(403, "security_exception", reason);
}

/** The refusal of acting in the place of a user, who may not even be there. */
export function runAsDenial(principal: Principal, action: string, user: string): RequestError {
  const reason = `action [${action}] is unauthorized for ${describeCaller(principal)}, because ${nameOf(principal)} is unauthorized to run as [${user}]`;
  return new RequestError(403, "security_exception", reason);
}

/** How refusals name a caller: with the roles that are there, and those that are not; an API key has none. */
export function describeCaller(principal: Principal): string {
  const { authenticatedAs, apiKey, missingRoles = [] } = principal;
  if (apiKey?.owner !== undefined)
    return `user [${principal.username}] with assigned roles [${principal.roles.join(",")}] authenticated by API key id [${apiKey.id}] of user [${apiKey.owner}]`;
  if (apiKey && !authenticatedAs) return nameOf(principal);
  const assigned = [...new Set(principal.roles)].sort();
  const effective = assigned.filter((role) => !missingRoles.includes(role));
  const missing =
    missingRoles.length === 0 ? "" : ` (assigned roles [${[...missingRoles].sort().join(",")}] were not found)`;
  return `${nameOf(principal)} with effective roles [${effective.join(",")}]${missing}`;
}

function nameOf({ username, apiKey, authenticatedAs }: Principal): string {
  if (authenticatedAs) return `${nameOf(authenticatedAs)} run as [${username}]`;
  return apiKey ? `API key id [${apiKey.id}] of user [${username}]` : `user [${username}]`;
}

function onIndices(indices: readonly string[]): string {
  const sorted = [...new Set(indices)].sort();
  const restricted = sorted.filter(isRestricted);
  const ordinary = sorted.filter((index) => !isRestricted(index));
  const parts = [
    ...(ordinary.length > 0 ? [`indices [${ordinary.join(",")}]`] : []),
    ...(restricted.length > 0 ? [`restricted indices [${restricted.join(",")}]`] : []),
  ];
  return parts.length === 0 ? "" : ` on ${parts.join(" and ")}`;
}
