/**
 * The records as everything that answers requests writes them. Changes that decide who may do what are looked at before
 * they are made, one group of changes at a time, so that no two that are right alone are wrong together.
 */
import type { WriteItem } from "../../documents/documents.ts";
import type { RecordChange, RecordQuery, RecordStore, StoredRecord } from "../records/record-store.ts";
import { changesOfDeciding, decides, decidingChanges } from "./deciding-records.ts";
import { assertNoEscalationBy } from "./escalation.ts";
import type { Writer } from "../records/writer.ts";
import { LastSuperuser, mayTake } from "./last-superuser.ts";

export class ProtectedRecordStore implements RecordStore {
  readonly #store: RecordStore;
  readonly #lastSuperuser: LastSuperuser;
  /** Ends when the change before has. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(store: RecordStore) {
    this.#store = store;
    this.#lastSuperuser = new LastSuperuser(store);
  }

  /** The same records, as a caller may write them. */
  for(writer: Writer): RecordStore {
    const change: RecordStore["change"] = (changes, along) => this.#change(changes, along, writer);
    return {
      change,
      get: (id) => this.get(id),
      getMany: (ids) => this.getMany(ids),
      claimed: (claim) => this.claimed(claim),
      list: (query) => this.list(query),
      nextNumber: (sequence) => this.nextNumber(sequence),
    };
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

  /** Throws 400 when nobody would be left who administers the server. */
  change(changes: readonly RecordChange[], along?: readonly WriteItem[]): Promise<void> {
    return this.#change(changes, along, undefined);
  }

  list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }> {
    return this.#store.list(query);
  }

  nextNumber(sequence: string): Promise<number> {
    return this.#store.nextNumber(sequence);
  }

  async #change(
    changes: readonly RecordChange[],
    along: readonly WriteItem[] | undefined,
    writer: Writer | undefined,
  ): Promise<void> {
    // Who may not change a record may not write it as it is either; a log-in notes its time in a record of anybody.
    const looked = async (): Promise<RecordChange[]> =>
      writer && !writer.proving ? changesOfDeciding(changes) : decidingChanges(this.#store, changes);
    if (!(await looked()).some((change) => mayTake(change) || mayGive(change, writer)))
      return this.#store.change(changes, along);
    const made = this.#turn.then(async () => {
      const deciding = await looked();
      if (writer) await assertNoEscalationBy(this.#store, writer, deciding);
      await this.#lastSuperuser.assertOneStays(deciding);
      await this.#store.change(changes, along);
    });
    this.#turn = made.catch(() => undefined);
    return made;
  }
}

/**
 * Whether a writer could give more by a change than they have: superusers cannot, nor who proves by what they know that
 * a session is theirs.
 */
function mayGive({ id }: RecordChange, writer: Writer | undefined): boolean {
  if (!writer || writer.principal.superuser) return false;
  return !writer.proving || decides(id) !== "credential";
}
