/** Records by their ids, as they are or as they are to be. */
import type { RecordChange, RecordStore, StoredRecord } from "./record-store.ts";

/** What reads records. */
export type RecordReader = Pick<RecordStore, "get" | "getMany">;

/** The records as they will be when the changes are made. */
export function withChanges(store: RecordReader, changes: readonly RecordChange[]): RecordReader {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const getMany = async (ids: readonly string[]): Promise<(StoredRecord | undefined)[]> => {
    const records = await store.getMany(ids);
    return ids.map((id, at) => changed(records[at], byId.get(id)));
  };
  return { getMany, get: async (id) => (await getMany([id]))[0] };
}

/** What a change makes of a record. */
function changed(before: StoredRecord | undefined, change: RecordChange | undefined): StoredRecord | undefined {
  switch (change?.kind) {
    case undefined:
      return before;
    case "delete":
      return undefined;
    case "create":
      return { id: change.id, model: change.model, fields: change.fields, seqNo: -1, primaryTerm: -1 };
    case "replace":
      // A record that is gone is not written: the store refuses.
      return before && { ...before, fields: change.fields };
  }
}
