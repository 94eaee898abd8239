/** Remembers what was read from the records, for as long as a batch of events is looked at: rules and bindings are the same for all. */
import type { RecordQuery, RecordStore, StoredRecord } from "../record-store.ts";

export class BatchReads implements RecordStore {
  readonly #store: RecordStore;
  readonly #records = new Map<string, Promise<StoredRecord | undefined>>();
  readonly #lists = new Map<string, ReturnType<RecordStore["list"]>>();

  constructor(store: RecordStore) {
    this.#store = store;
  }

  get(id: string): Promise<StoredRecord | undefined> {
    const known = this.#records.get(id) ?? this.#store.get(id);
    this.#records.set(id, known);
    return known;
  }

  getMany(ids: readonly string[]): Promise<(StoredRecord | undefined)[]> {
    return Promise.all(ids.map((id) => this.get(id)));
  }

  list(query: RecordQuery): ReturnType<RecordStore["list"]> {
    const key = JSON.stringify(query);
    const known = this.#lists.get(key) ?? this.#store.list(query);
    this.#lists.set(key, known);
    return known;
  }

  claimed(claim: string): Promise<string | undefined> {
    return this.#store.claimed(claim);
  }

  change(changes: Parameters<RecordStore["change"]>[0]): Promise<void> {
    return this.#store.change(changes);
  }

  nextNumber(sequence: string): Promise<number> {
    return this.#store.nextNumber(sequence);
  }
}
