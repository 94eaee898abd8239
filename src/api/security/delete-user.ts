/** `security.delete_user`: removes a user with all their tokens and API keys. */
import { eventApp, eventModel } from "../../identity/interface/resource-records.ts";
import { RecordConflict, type StoredRecord } from "../../identity/records/record-store.ts";
import { users } from "../../identity/resources/core/users.ts";
import { tellEvent } from "../../identity/security/identity-access.ts";
import { findUser } from "../../identity/security/native-users.ts";
import type { Operation } from "../operation.ts";
import { type SecurityCall, securityOperation } from "../requests/security-operation.ts";

export const deleteUser: Operation = securityOperation(
  { name: "security.delete_user", actions: ["cluster:admin/xpack/security/user/delete"] },
  async (call) => {
    const record = await removed(call, call.parameters["username"] ?? "");
    if (!record) return { status: 404, body: { found: false } };
    tellEvent(call.services, call, {
      action: "model_deleted",
      app: eventApp(users),
      context: { model: eventModel(users, record) },
    });
    return { status: 200, body: { found: true } };
  },
);

async function removed({ store, services }: SecurityCall, username: string): Promise<StoredRecord | undefined> {
  for (let user = await findUser(store, username); user; user = await findUser(store, username)) {
    const further = (await users.removal?.(user, services)) ?? [];
    try {
      await store.change([{ kind: "delete", id: user.id, ifSeqNo: user.seqNo }, ...further]);
      return user;
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
  return undefined;
}
