/**
 * Counts the changes of a store that may change who somebody is, so that what was read before one is known to be
 * outdated.
 */
import type { WriteItem } from "../../documents/documents.ts";
import { consoleItemModel, policyBindingModel } from "./models.ts";
import { deliveryModel, notificationModel, notificationRuleModel, systemTaskModel } from "./notification-models.ts";
import {
  NotWrittenAlong,
  type RecordChange,
  RecordConflict,
  type RecordQuery,
  type RecordStore,
  type StoredRecord,
} from "./record-store.ts";

/** Beginnings of the ids of what decides which events fire rules of notifications. */
const OF_RULES: ReadonlySet<string> = new Set([notificationRuleModel.name, policyBindingModel.name, "policy"]);

/** Models, as ids begin with them, that say nothing about callers, and change often. */
const APART: ReadonlySet<string> = new Set(
  [notificationModel, deliveryModel, systemTaskModel, consoleItemModel].map(({ name }) => name),
);

/** Other nodes that remember callers by the same records. */
export interface CallersElsewhere {
  /** Whether this node may believe what it remembers. */
  readonly isTrusted: boolean;
  /** Records have changed: resolves when no node believes what it knew before. */
  changed(): Promise<void>;
  /** Calls back when another node has changed records. */
  onForget(listener: () => void): void;
}

export class WatchedRecordStore implements RecordStore {
  readonly #store: RecordStore;
  readonly #callersChanged: () => void;
  #epoch = 0;
  #ruleEpoch = 0;

  readonly #elsewhere: CallersElsewhere | undefined;

  /** `callersChanged` hears whenever `epoch` rises. */
  constructor(store: RecordStore, callersChanged: () => void = () => undefined, elsewhere?: CallersElsewhere) {
    this.#store = store;
    this.#callersChanged = callersChanged;
    this.#elsewhere = elsewhere;
    elsewhere?.onForget(() => this.replaced());
  }

  /**
   * Rises before and after every such change: a read between both may show either state. Equal to nothing while what
   * was read may not be believed.
   */
  get epoch(): number {
    return this.#elsewhere?.isTrusted === false ? Number.NaN : this.#epoch;
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
    let isRefused = false;
    try {
      await this.#store.change(changes, along);
    } catch (error) {
      isRefused = error instanceof RecordConflict || error instanceof NotWrittenAlong;
      throw error;
    } finally {
      if (callers) this.#raise();
      this.#ruleEpoch += rules;
      if (callers && !isRefused) await this.#elsewhere?.changed();
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
