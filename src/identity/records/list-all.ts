/** All records that a query finds, page by page. */
import type { RecordQuery, RecordStore, StoredRecord } from "./record-store.ts";

const PAGE = 1000;

export async function listAll(
  store: RecordStore,
  query: Pick<RecordQuery, "model" | "filters">,
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (;;) {
    const { records, count } = await store.list({
      ...query,
      search: undefined,
      searchFields: [],
      ordering: [],
      from: found.length,
      size: PAGE,
    });
    found.push(...records);
    if (records.length === 0 || found.length >= count) return found;
  }
}
