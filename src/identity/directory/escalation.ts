/**
 * Nobody gives, takes over or administers more than they have themselves: whoever may change users but is no superuser cannot touch a
 * superuser, put anyone into a group that makes one, or hand out roles that are not their own.
 */
import type { JsonObject } from "../../core/json.ts";
import type { Principal } from "../../security/principal.ts";
import { permissionDenied } from "../interface/identity-errors.ts";
import { loadGroups, withAncestors } from "./group-graph.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { mappedRoles } from "../roles/role-mappings.ts";
import { rolesOf } from "./roles.ts";
import { stringOf, stringsOf } from "../records/stored-values.ts";

/** What a user or a group brings. */
export interface Brought {
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  /** Fields of the user, whom role mappings may give more. */
  readonly user?: JsonObject;
  /** A name that a group is to have, for the same. */
  readonly groupName?: string;
}

/** What a user has. */
export function broughtByUser(user: Pick<StoredRecord, "fields">): Brought {
  return { groups: stringsOf(user.fields, "groups"), roles: rolesOf(user), user: user.fields };
}

/** Throws 403 when these groups (with all above them) and roles are more than the caller has. */
export async function refuseMore(store: RecordStore, principal: Principal, { groups, roles, user = {}, groupName }: Brought): Promise<void> {
  if (principal.superuser) return;
  refuseLimited(principal);
  const all = withAncestors(await loadGroups(store, groups), groups);
  const names = [...all.map((group) => stringOf(group.fields, "name")), ...(groupName === undefined ? [] : [groupName])];
  const brought = [...roles, ...all.flatMap(rolesOf), ...(await mappedRoles(store, { fields: user }, names))];
  const superuser = all.some((group) => group.fields["is_superuser"] === true);
  if (superuser || brought.some((role) => !principal.roles.includes(role))) throw permissionDenied();
}

/** Throws 403 for an API key with rights of its own: with a token or a user it would get all that its owner has. */
export function refuseLimited(principal: Principal): void {
  if (principal.limitedBy !== undefined) throw permissionDenied();
}
