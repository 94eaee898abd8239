/** Changes one record, whoever else is writing it. */
import { type RecordChange, RecordConflict, type RecordStore, type StoredRecord } from "./record-store.ts";

/**
 * Lets `change` say what becomes of the record as it is now, once more each time that another writer was first;
 * undefined: nothing is to be changed. Answers whether something was. Rejects with RecordConflict for a claim that
 * another record holds.
 */
export async function changeRecord(
  store: RecordStore,
  id: string,
  change: (record: StoredRecord | undefined) => RecordChange | undefined,
): Promise<boolean> {
  for (;;) {
    try {
      const wanted = change(await store.get(id));
      if (wanted) await store.change([wanted]);
      return wanted !== undefined;
    } catch (error) {
      if (!(error instanceof RecordConflict) || error.claim !== undefined) throw error;
    }
  }
}

/** The record with other fields. */
export function replaced(
  record: StoredRecord,
  fields: StoredRecord["fields"],
  claims: readonly string[],
): RecordChange {
  return { kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims };
}
