/** `security.delete_user`: removes a user with all their tokens and API keys. */
import { eventApp, eventModel } from "../../identity/interface/resource-records.ts";
import { RecordConflict } from "../../identity/records/record-store.ts";
import { users } from "../../identity/resources/core/users.ts";
import { storeTelling } from "../../identity/security/identity-access.ts";
import { findUser } from "../../identity/security/native-users.ts";
import type { Operation } from "../operation.ts";
import { type SecurityCall, securityOperation } from "../requests/security-operation.ts";

export const deleteUser: Operation = securityOperation(
  { name: "security.delete_user", actions: ["cluster:admin/xpack/security/user/delete"] },
  async (call) => {
    const found = await removed(call, call.parameters["username"] ?? "");
    return { status: found ? 200 : 404, body: { found } };
  },
);

/** Answers whether there was such a user. */
async function removed(call: SecurityCall, username: string): Promise<boolean> {
  const { store, services } = call;
  for (let user = await findUser(store, username); user; user = await findUser(store, username)) {
    const context = { model: eventModel(users, user) };
    const telling = storeTelling(services, call, () => [{ action: "model_deleted", app: eventApp(users), context }]);
    const further = (await users.removal?.(user, services)) ?? [];
    try {
      await telling.change([{ kind: "delete", id: user.id, ifSeqNo: user.seqNo }, ...further]);
      return true;
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
  return false;
}
