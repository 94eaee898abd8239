/** Counts the changes of a store, so that what was read before one is known to be outdated. */
import type { RecordChange, RecordQuery, RecordStore, StoredRecord } from "./record-store.ts";

export class WatchedRecordStore implements RecordStore {
  readonly #store: RecordStore;
  #epoch = 0;

  constructor(store: RecordStore) {
    this.#store = store;
  }

  /** Rises before and after every change: a read between both may show either state. */
  get epoch(): number {
    return this.#epoch;
  }

  get(id: string): Promise<StoredRecord | undefined> {
    return this.#store.get(id);
  }

  getMany(ids: readonly string[]): Promise<(StoredRecord | undefined)[]> {
    return this.#store.getMany(ids);
  }

  claimed(claim: string): Promise<string | undefined> {
    return this.#store.claimed(claim);
  }

  async change(changes: readonly RecordChange[]): Promise<void> {
    this.#epoch++;
    try {
      await this.#store.change(changes);
    } finally {
      this.#epoch++;
    }
  }

  list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }> {
    return this.#store.list(query);
  }

  nextNumber(sequence: string): Promise<number> {
    return this.#store.nextNumber(sequence);
  }
}
