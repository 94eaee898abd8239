/**
 * Counts the changes of a store that may change who somebody is, so that what was read before one is known to be
 * outdated.
 */
import type { WriteItem } from "../../documents/documents.ts";
import { consoleItemModel, policyBindingModel } from "./models.ts";
import { deliveryModel, notificationModel, notificationRuleModel, systemTaskModel } from "./notification-models.ts";
import type { RecordChange, RecordQuery, RecordStore, StoredRecord } from "./record-store.ts";

/** Beginnings of the ids of what decides which events fire rules of notifications. */
const OF_RULES: ReadonlySet<string> = new Set([notificationRuleModel.name, policyBindingModel.name, "policy"]);

/** Models, as ids begin with them, that say nothing about callers, and change often. */
const APART: ReadonlySet<string> = new Set(
  [notificationModel, deliveryModel, systemTaskModel, consoleItemModel].map(({ name }) => name),
);

export class WatchedRecordStore implements RecordStore {
  readonly #store: RecordStore;
  readonly #callersChanged: () => void;
  #epoch = 0;
  #ruleEpoch = 0;

  /** `callersChanged` hears whenever `epoch` rises. */
  constructor(store: RecordStore, callersChanged: () => void = () => undefined) {
    this.#store = store;
    this.#callersChanged = callersChanged;
  }

  /** Rises before and after every such change: a read between both may show either state. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The same for rules of notifications, and what is bound to them. */
  get ruleEpoch(): number {
    return this.#ruleEpoch;
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

  async change(changes: readonly RecordChange[], along?: readonly WriteItem[]): Promise<void> {
    const beginnings = changes.map(({ id }) => id.slice(0, id.indexOf(":")));
    const callers = !beginnings.every((beginning) => APART.has(beginning));
    const rules = beginnings.some((beginning) => OF_RULES.has(beginning)) ? 1 : 0;
    if (callers) this.#raise();
    this.#ruleEpoch += rules;
    try {
      await this.#store.change(changes, along);
    } finally {
      if (callers) this.#raise();
      this.#ruleEpoch += rules;
    }
  }

  /** All records may be others now. */
  replaced(): void {
    this.#ruleEpoch++;
    this.#raise();
  }

  #raise(): void {
    this.#epoch++;
    this.#callersChanged();
  }

  list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }> {
    return this.#store.list(query);
  }

  nextNumber(sequence: string): Promise<number> {
    return this.#store.nextNumber(sequence);
  }
}
