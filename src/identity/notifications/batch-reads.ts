/**
 * Reads records for batches of events, each once in a batch. Rules and what is bound to them are kept from batch to
 * batch until they change, so that an event that fires no rule costs no reading at all.
 */
import type { WriteItem } from "../../documents/documents.ts";
import { policyBindingModel } from "../records/models.ts";
import type { RecordChange, RecordQuery, RecordStore, StoredRecord } from "../records/record-store.ts";
import { notificationRuleModel } from "../records/notification-models.ts";

/** Records with a count that rises before and after each change of rules, bindings and policies. */
export interface RuleRecordStore extends RecordStore {
  readonly ruleEpoch: number;
}

const KEPT_LISTS: ReadonlySet<string> = new Set([notificationRuleModel.name, policyBindingModel.name]);
const KEPT_RECORDS = "policy:";

type List = ReturnType<RecordStore["list"]>;

export class BatchReads implements RecordStore {
  readonly #store: RuleRecordStore;
  readonly #records = new Map<string, Promise<StoredRecord | undefined>>();
  readonly #lists = new Map<string, List>();
  readonly #keptRecords = new Map<string, Promise<StoredRecord | undefined>>();
  readonly #keptLists = new Map<string, List>();
  #epoch = -1;

  constructor(store: RuleRecordStore) {
    this.#store = store;
  }

  /** Forgets what may have changed since the batch before. */
  begin(): void {
    this.#records.clear();
    this.#lists.clear();
    const { ruleEpoch } = this.#store;
    if (ruleEpoch !== this.#epoch) this.#forgetRules();
    this.#epoch = ruleEpoch;
  }

  get(id: string): Promise<StoredRecord | undefined> {
    const records = id.startsWith(KEPT_RECORDS) ? this.#keptRecords : this.#records;
    let known = records.get(id);
    if (!known) records.set(id, (known = this.#held(this.#store.get(id))));
    return known;
  }

  getMany(ids: readonly string[]): Promise<(StoredRecord | undefined)[]> {
    return Promise.all(ids.map((id) => this.get(id)));
  }

  list(query: RecordQuery): List {
    const lists = KEPT_LISTS.has(query.model) ? this.#keptLists : this.#lists;
    const key = JSON.stringify(query);
    let known = lists.get(key);
    if (!known) lists.set(key, (known = this.#held(this.#store.list(query))));
    return known;
  }

  claimed(claim: string): Promise<string | undefined> {
    return this.#store.claimed(claim);
  }

  change(changes: readonly RecordChange[], along?: readonly WriteItem[]): Promise<void> {
    return this.#store.change(changes, along);
  }

  nextNumber(sequence: string): Promise<number> {
    return this.#store.nextNumber(sequence);
  }

  #forgetRules(): void {
    this.#keptRecords.clear();
    this.#keptLists.clear();
  }

  /** A reading that failed is not kept. */
  #held<T>(reading: Promise<T>): Promise<T> {
    reading.catch(() => {
      this.#records.clear();
      this.#lists.clear();
      this.#forgetRules();
    });
    return reading;
  }
}
