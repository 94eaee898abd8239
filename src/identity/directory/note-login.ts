/** Writes down when a user signed in last. */
import { userClaims } from "../records/claims.ts";
import { RecordConflict, type RecordStore } from "../records/record-store.ts";

export async function noteLogin(store: RecordStore, pk: number, atMs: number): Promise<void> {
  for (let user = await store.get(`user:${pk}`); user; user = await store.get(user.id)) {
    const fields = { ...user.fields, last_login: new Date(atMs).toISOString() };
    try {
      return await store.change([{ kind: "replace", id: user.id, fields, ifSeqNo: user.seqNo, claims: userClaims(fields) }]);
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
}
