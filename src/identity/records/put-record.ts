/** Writes a record whatever was there before, for records that only the server itself writes. */
import type { JsonObject } from "../../core/json.ts";
import { RecordConflict, type RecordStore } from "./record-store.ts";

/** Makes the record, or replaces it. It holds no unique names. */
export async function putRecord(store: RecordStore, record: { readonly id: string; readonly model: string; readonly fields: JsonObject }): Promise<void> {
  const { id, model, fields } = record;
  for (;;) {
    const before = await store.get(id);
    try {
      return await store.change([
        before ? { kind: "replace", id, fields, ifSeqNo: before.seqNo, claims: [] } : { kind: "create", id, model, fields, claims: [] },
      ]);
    } catch (error) {
      // Another writer was first: once more over what is there now.
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
}
