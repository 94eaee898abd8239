/** Writes down when a user signed in last. */
import { changeRecord, replaced } from "../records/change-record.ts";
import { userClaims } from "../records/claims.ts";
import type { RecordStore } from "../records/record-store.ts";

export async function noteLogin(store: RecordStore, pk: number, atMs: number): Promise<void> {
  await changeRecord(store, `user:${pk}`, (user) => {
    if (!user) return undefined;
    const fields = { ...user.fields, last_login: new Date(atMs).toISOString() };
    return replaced(user, fields, userClaims(fields));
  });
}
