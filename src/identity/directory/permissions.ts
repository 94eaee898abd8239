/**
 * Who may do what with the records of a model. Superusers may everything. Others hold permissions by their roles:
 * `view_user`, `add_user`, `change_user`, `delete_user` and the like; and some things are theirs.
 */
import { simpleMatchAny } from "../../compat/wildcard.ts";
import type { Principal } from "../../security/principal.ts";
import type { IdentityRequest } from "../interface/endpoint.ts";
import type { StoredRecord } from "../records/record-store.ts";
import type { Permissions, Restriction, WriteOperation } from "../interface/resource.ts";

/** What belongs to a caller. */
export interface Ownership {
  /** What lists show of it. */
  restriction(request: IdentityRequest): Restriction | Promise<Restriction>;
  owns(request: IdentityRequest, record: StoredRecord): boolean | Promise<boolean>;
  /** What callers may do with what is theirs, without a permission. */
  readonly may: readonly WriteOperation[];
}

/** Whether a caller holds an identity permission. */
export function holds(principal: Principal, permission: string): boolean {
  return principal.superuser || simpleMatchAny(principal.permissions, permission);
}

const PERMISSION_OF: Readonly<Record<WriteOperation, string>> = { create: "add", change: "change", delete: "delete" };

/** `view_…`, `add_…`, `change_…` and `delete_…` of a model, and what belongs to a caller without them. */
export function modelPermissions(model: string, own?: Ownership): Permissions {
  const may = (principal: Principal, operation: WriteOperation): boolean =>
    holds(principal, `${PERMISSION_OF[operation]}_${model}`);
  return {
    visible(request) {
      if (holds(request.principal, `view_${model}`)) return undefined;
      return own ? own.restriction(request) : "nothing";
    },
    async sees(request, record) {
      return holds(request.principal, `view_${model}`) || (await own?.owns(request, record)) === true;
    },
    may: (principal, operation) => may(principal, operation) || own?.may.includes(operation) === true,
    async mayWith(request, operation, record) {
      return (
        may(request.principal, operation) ||
        (own?.may.includes(operation) === true && (await own.owns(request, record)))
      );
    },
  };
}
