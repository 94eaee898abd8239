/**
 * Brings deliveries to where they go. The queue is the records themselves, so that a restart goes on with it: a
 * delivery is removed after it has arrived, which means that one whose process died in between arrives twice, with the
 * same key (at least once).
 *
 * Each transport has a lane of its own, so that one that does not answer holds up nobody else.
 */
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import { listAll } from "../records/list-all.ts";
import type { EventSink } from "../event-sink.ts";
import { type RecordChange, RecordConflict, type RecordStore, type StoredRecord } from "../records/record-store.ts";
import { objectOf, stringOf } from "../records/stored-values.ts";
import { tellTaskFailure } from "../tasks/background-tasks.ts";
import { deadLetterName } from "./dead-letters.ts";
import { DeliveryError } from "./delivery-error.ts";
import { afterFailure, dueMs, REPEAT_PAUSES_MS } from "./delivery-record.ts";
import { readMessage } from "./message.ts";
import { deliveryModel, notificationTransportModel } from "../records/notification-models.ts";
import { NOTIFICATIONS_APP } from "./notifications-app.ts";
import { modeOf, type SenderSettings } from "./transport-modes.ts";

const PAGE = 64;
const SENDINGS_AT_ONCE = 4;
const STORE_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = Math.max(...REPEAT_PAUSES_MS);

/** What the courier works with. */
export interface DeliveryWorkerDependencies {
  readonly store: RecordStore;
  readonly events: EventSink;
  readonly clock: Clock & MonotonicClock;
  readonly settings: SenderSettings;
  readonly log: (level: "error", message: string) => void;
}

/** See the file comment. */
export class DeliveryWorker {
  readonly #parts: DeliveryWorkerDependencies;
  readonly #lanes = new Map<string, Promise<void>>();
  /** Lanes that have to look once more. */
  readonly #behind = new Set<string>();
  readonly #closing = new AbortController();
  /** When something may be due, as far as is known, on the monotonic clock: nothing is before the first look. */
  #nextMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  /** Deliveries by transport that wait for another attempt, as of the last look. */
  readonly #waiting = new Map<string, number>();

  constructor(parts: DeliveryWorkerDependencies) {
    this.#parts = parts;
  }

  /** Whether it is time to look for deliveries. */
  isDue(): boolean {
    return this.#nextMs <= this.#parts.clock.monotonicMs();
  }

  /** How many deliveries wait for another attempt. */
  get waiting(): number {
    let sum = 0;
    for (const count of this.#waiting.values()) sum += count;
    return sum;
  }

  /** Looks for deliveries that are due, and sends them. Never throws, and does not keep the caller waiting. */
  wake(): void {
    if (this.#closing.signal.aborted) return;
    this.#lookAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      // Woken while the look was ending.
      if (this.#lookAgain) this.wake();
    });
  }

  /** Resolves when nothing is under way. What waits for a later attempt is not. */
  async idle(): Promise<void> {
    while (this.#looking || this.#lanes.size > 0) await Promise.all([this.#looking, ...this.#lanes.values()]);
  }

  /** Gives up what is under way, which is not counted as an attempt, and waits for the end of it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.idle();
  }

  async #look(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false;
      this.#nextMs = Number.POSITIVE_INFINITY;
      try {
        for (const transport of await listAll(this.#parts.store, {
          model: notificationTransportModel.name,
          filters: {},
        }))
          this.#startLane(transport);
      } catch (error) {
        this.#storeFailed(error);
      }
    }
  }

  #startLane(transport: StoredRecord): void {
    const pk = stringOf(transport.fields, "pk");
    // A lane that runs may have looked before the newest delivery came: it looks once more at its end.
    if (this.#lanes.has(pk)) {
      this.#behind.add(pk);
      return;
    }
    const lane = this.#run(pk)
      .catch((error: unknown) => this.#storeFailed(error))
      .finally(() => {
        this.#lanes.delete(pk);
        // Asked for while it was ending.
        if (this.#behind.delete(pk)) this.wake();
      });
    this.#lanes.set(pk, lane);
  }

  async #run(transport: string): Promise<void> {
    const { store, clock } = this.#parts;
    while (!this.#closing.signal.aborted) {
      this.#behind.delete(transport);
      const { records, count } = await store.list({
        model: deliveryModel.name,
        filters: { transport, state: "pending" },
        search: undefined,
        searchFields: [],
        ordering: ["due"],
        from: 0,
        size: PAGE,
      });
      const nowMs = clock.now();
      // Later than any pause: the wall clock was set back meanwhile.
      const isDue = (record: StoredRecord): boolean =>
        dueMs(record) <= nowMs || dueMs(record) > nowMs + LONGEST_PAUSE_MS;
      const due = records.filter(isDue);
      const later = records.find((record) => !isDue(record));
      this.#waiting.set(transport, later ? count - due.length : 0);
      if (later) this.#nextMs = Math.min(this.#nextMs, clock.monotonicMs() + dueMs(later) - nowMs);
      if (due.length === 0 && !this.#behind.has(transport)) return;
      // The settings of the transport may change while its lane runs.
      const record = await store.get(`${notificationTransportModel.name}:${transport}`);
      if (!record) return;
      await this.#sendAll(record, due);
    }
  }

  async #sendAll(transport: StoredRecord, due: readonly StoredRecord[]): Promise<void> {
    let next = 0;
    const sender = async (): Promise<void> => {
      for (let record = due[next++]; record && !this.#closing.signal.aborted; record = due[next++])
        await this.#send(transport, record);
    };
    await Promise.all(Array.from({ length: SENDINGS_AT_ONCE }, sender));
  }

  async #send(transport: StoredRecord, record: StoredRecord): Promise<void> {
    const { settings } = this.#parts;
    const { signal } = this.#closing;
    const key = stringOf(record.fields, "pk");
    try {
      await modeOf(transport.fields).send?.(
        { transport, message: readMessage(objectOf(record.fields, "message")), key, signal },
        settings,
      );
    } catch (error) {
      if (signal.aborted) return;
      // Anything else is a mistake of ours, which must not hold up what comes after it.
      const message =
        error instanceof DeliveryError ? error.message : "The delivery failed for a reason of the server's own.";
      if (!(error instanceof DeliveryError))
        this.#parts.log(
          "error",
          `delivery ${key}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      return this.#failed(transport, record, message);
    }
    await this.#change({ kind: "delete", id: record.id, ifSeqNo: record.seqNo });
  }

  async #failed(transport: StoredRecord, record: StoredRecord, error: string): Promise<void> {
    const { clock } = this.#parts;
    const { change, dead } = afterFailure(record, error, clock.now());
    if (!(await this.#change(change))) return;
    if (dead)
      tellTaskFailure(
        this.#parts,
        deadLetterName(record),
        `${stringOf(transport.fields, "name")}: ${error}`,
        NOTIFICATIONS_APP,
      );
  }

  /** False when the delivery is another one by now: somebody removed its transport, or it was cleared away. */
  async #change(change: RecordChange): Promise<boolean> {
    try {
      await this.#parts.store.change([change]);
      return true;
    } catch (error) {
      if (error instanceof RecordConflict) return false;
      throw error;
    }
  }

  /** The records cannot be read or written: after a pause once more. */
  #storeFailed(error: unknown): void {
    this.#nextMs = Math.min(this.#nextMs, this.#parts.clock.monotonicMs() + STORE_PAUSE_MS);
    if (this.#closing.signal.aborted) return;
    this.#parts.log(
      "error",
      `deliveries of notifications: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}
