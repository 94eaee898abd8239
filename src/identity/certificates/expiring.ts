/** Certificates that end soon, or have ended. */
import { certificateModel } from "../records/models.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";

const PAGE = 100;

/** The records of certificates that end before a time, the first to end first. */
export async function expiringCertificates(store: RecordStore, beforeMs: number): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (;;) {
    const query = {
      model: certificateModel.name,
      filters: {},
      search: undefined,
      searchFields: [],
      ordering: ["cert_expiry"],
    };
    const { records } = await store.list({ ...query, from: found.length, size: PAGE });
    const soon = records.filter(({ fields }) => Date.parse(stringOf(fields, "cert_expiry")) < beforeMs);
    found.push(...soon);
    if (soon.length < PAGE) return found;
  }
}
