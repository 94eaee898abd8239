/** Refusals for want of a privilege, 403 `security_exception` in the original's words. */
import { RequestError } from "../core/errors.ts";
import { isRestricted } from "../documents/grants.ts";
import type { Action } from "./actions.ts";
import type { Principal } from "./principal.ts";

/** The refusal of an action; `indices` are the names that were refused, none when the action is refused altogether. */
export function denial(principal: Principal, action: Action, indices: readonly string[]): RequestError {
  const roles = [...new Set(principal.roles)].sort().join(",");
  const reason =
    `action [${action.name}] is unauthorized for user [${principal.username}] with effective roles [${roles}]${onIndices(indices)}` +
    `, this action is granted by the ${action.scope} privileges [${action.privileges.join(",")}]`;
  return new RequestError(403, "security_exception", reason);
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
