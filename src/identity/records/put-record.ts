/** Writes a record whatever was there before, for records that only the server itself writes. */
import type { JsonObject } from "../../core/json.ts";
import { changeRecord, replaced } from "./change-record.ts";
import type { RecordStore } from "./record-store.ts";

/** Makes the record, or replaces it. It holds no unique names. */
export async function putRecord(
  store: RecordStore,
  record: { readonly id: string; readonly model: string; readonly fields: JsonObject },
): Promise<void> {
  const { id, model, fields } = record;
  await changeRecord(store, id, (before) =>
    before ? replaced(before, fields, []) : { kind: "create", id, model, fields, claims: [] },
  );
}
