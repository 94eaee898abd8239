/** Counts the changes of a store that may change who somebody is, so that what was read before one is known to be outdated. */
import { deliveryModel, notificationModel, systemTaskModel } from "./notifications/notification-models.ts";
import type { RecordChange, RecordQuery, RecordStore, StoredRecord } from "./record-store.ts";

/** Models, as ids begin with them, that say nothing about callers, and change often. */
const APART: ReadonlySet<string> = new Set([notificationModel.name, deliveryModel.name, systemTaskModel.name]);

export class WatchedRecordStore implements RecordStore {
  readonly #store: RecordStore;
  #epoch = 0;

  constructor(store: RecordStore) {
    this.#store = store;
  }

  /** Rises before and after every such change: a read between both may show either state. */
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
    if (changes.every(({ id }) => APART.has(id.slice(0, id.indexOf(":"))))) return this.#store.change(changes);
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
