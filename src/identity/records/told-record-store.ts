/** Records whose changes the audit trail is told of: a change and what is told of it are durable at once. */
import type { WriteItem } from "../../documents/documents.ts";
import type { ChangeSink, IdentityEvent } from "../event-sink.ts";
import type { RecordChange, RecordQuery, RecordStore, StoredRecord } from "./record-store.ts";

/** What is told of a group of changes; nothing where it is empty. */
export type Told = (changes: readonly RecordChange[]) => readonly IdentityEvent[];

export class ToldRecordStore implements RecordStore {
  readonly #store: RecordStore;
  readonly #events: ChangeSink;
  readonly #told: Told;

  /** `told` is asked at each attempt, with the changes as they are to be made. */
  constructor(store: RecordStore, events: ChangeSink, told: Told) {
    this.#store = store;
    this.#events = events;
    this.#told = told;
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

  change(changes: readonly RecordChange[], along: readonly WriteItem[] = []): Promise<void> {
    const events = this.#told(changes);
    if (events.length === 0) return this.#store.change(changes, along);
    return this.#events.recordWith(events, (told) => this.#store.change(changes, [...along, ...told]));
  }

  list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }> {
    return this.#store.list(query);
  }

  nextNumber(sequence: string): Promise<number> {
    return this.#store.nextNumber(sequence);
  }
}
