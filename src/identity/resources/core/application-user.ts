/**
 * Whose access to an application is asked about: the caller's own, or for those who may change applications another's.
 */
import type { Component, IdentityRequest } from "../../interface/endpoint.ts";
import type { IdentityEvent } from "../../event-sink.ts";
import { invalid, permissionDenied } from "../../interface/identity-errors.ts";
import { holds } from "../../directory/permissions.ts";
import type { PolicyResult } from "../../policies/policy-kind.ts";
import type { StoredRecord } from "../../records/record-store.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { applicationAccess } from "./application-access.ts";

/** The answer to the question. */
export const accessResult: Component = {
  name: "PolicyTestResult",
  schema: {
    type: "object",
    required: ["passing", "messages"],
    properties: {
      passing: { type: "boolean", readOnly: true },
      messages: { type: "array", items: { type: "string" }, readOnly: true },
    },
  },
};

/** Asks the bindings of an application for the caller, or for the user of this number. Throws 403 and 400. */
export async function askAccess(
  request: IdentityRequest,
  application: StoredRecord,
  forUser: number | undefined,
): Promise<PolicyResult & { readonly user: NonNullable<IdentityEvent["user"]> }> {
  const { principal, store } = request;
  if (forUser === undefined || forUser === principal.userId) {
    const user = { pk: principal.userId, username: principal.username, email: principal.email };
    return { user, ...(await applicationAccess(application, principal.userId, request)) };
  }
  if (!holds(principal, "change_application")) throw permissionDenied();
  const record = await store.get(`user:${forUser}`);
  if (!record) throw invalid({ for_user: [`Invalid pk "${forUser}" - object does not exist.`] });
  const user = {
    pk: numberOf(record.fields, "pk"),
    username: stringOf(record.fields, "username"),
    email: stringOf(record.fields, "email"),
  };
  if (record.fields["is_active"] === false) return { user, passing: false, messages: ["The user is not active."] };
  return { user, ...(await applicationAccess(application, forUser, request)) };
}
