/** Enables and disables users. */
import { illegalArgument } from "../../compat/errors.ts";
import { userClaims } from "../../identity/records/claims.ts";
import { eventApp, eventModel } from "../../identity/interface/resource-records.ts";
import { users } from "../../identity/resources/core/users.ts";
import { changeRecord } from "../../identity/records/change-record.ts";
import { storeTelling } from "../../identity/security/identity-access.ts";
import { findUser } from "../../identity/security/native-users.ts";
import type { OperationResponse } from "../operation.ts";
import { refuseInvalid, type SecurityCall } from "./security-operation.ts";

/** Nobody locks themselves out. */
export async function setEnabled(call: SecurityCall, enabled: boolean): Promise<OperationResponse> {
  const { store, services, principal, parameters } = call;
  const username = parameters["username"] ?? "";
  if (username === principal.username)
    throw illegalArgument("users may not update the enabled status of their own account");
  const user = await findUser(store, username);
  if (!user) {
    refuseInvalid([`only existing users can be ${enabled ? "enabled" : "disabled"}`], "validation_exception");
    return { status: 400, body: {} };
  }
  const context = { model: eventModel(users, user) };
  const telling = storeTelling(services, call, () => [{ action: "model_updated", app: eventApp(users), context }]);
  await changeRecord(telling, user.id, (record) => {
    // One that is so already is written, too: the audit trail tells what was asked for.
    if (!record) return undefined;
    const fields = { ...record.fields, is_active: enabled };
    return { kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims: userClaims(fields) };
  });
  return { status: 200, body: {} };
}
