/**
 * Looks at every event with the eyes of every rule, behind the requests that caused them.
 *
 * Up to which event it came is kept in a record from time to time: after a crash it goes on from there with what the
 * event store holds. What is looked at twice makes nothing twice, as ids follow from event, rule and receiver.
 */
import type { Clock } from "../../core/clock.ts";
import type { EventSink } from "../event-sink.ts";
import type { EventStore, StoredEvent } from "../events/event-store.ts";
import { settingModel } from "../records/models.ts";
import { putRecord } from "../records/put-record.ts";
import { RecordConflict, type RecordStore } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";
import { BatchReads, type RuleRecordStore } from "./batch-reads.ts";
import { matchedRules } from "./matched-rules.ts";
import { firedRule, type NewNotification } from "./new-notifications.ts";

const PLACE_ID = `${settingModel.name}:notified-events`;
// What a change of the records may hold at once, and how many events share what is read for them.
const CHANGES_AT_ONCE = 500;
const EVENTS_AT_ONCE = 256;
// More than these wait in the event store, not in memory.
const MOST_WAITING = 10_000;
// Older ones are history by then.
const MOST_MISSED = 50_000;
const PAGE = 500;

/** What the runner works with. */
export interface RuleRunnerDependencies {
  readonly store: RuleRecordStore;
  readonly events: EventSink;
  readonly eventStore: Pick<EventStore, "list">;
  readonly clock: Clock;
  /** Told when there are new deliveries. */
  readonly wake: () => void;
  readonly log: (level: "error" | "warn", message: string) => void;
}

/** See the file comment. */
export class RuleRunner {
  readonly #parts: RuleRunnerDependencies;
  readonly #reads: BatchReads;
  #waiting: StoredEvent[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  /** Id of the last event that was looked at; ids ascend. */
  #place = "";
  #keptPlace = "";
  /** Events were missed: they have to be read from where they are kept. */
  #behind = false;
  #unreached = 0;

  constructor(parts: RuleRunnerDependencies) {
    this.#parts = parts;
    this.#reads = new BatchReads(parts.store);
  }

  /** Goes on where the last process stopped. The first one begins with what happens from now on. */
  async open(): Promise<void> {
    const { store, clock } = this.#parts;
    const record = await store.get(PLACE_ID);
    if (record) {
      this.#place = this.#keptPlace = stringOf(record.fields, "event");
      this.#behind = true;
      this.#run();
      return;
    }
    this.#place = firstIdAt(clock.now());
    await this.keepPlace();
  }

  /** Takes an event that is stored. Never throws, and never keeps the caller waiting. */
  onEvent(event: StoredEvent): void {
    // In order: what comes behind events that were missed is read with them.
    if (this.#waiting.length >= MOST_WAITING) this.#behind = true;
    if (!this.#behind) this.#waiting.push(event);
    this.#run();
  }

  /** Receivers since the last call that an e-mail could not be sent to, as they have no address. */
  takeUnreached(): number {
    const unreached = this.#unreached;
    this.#unreached = 0;
    return unreached;
  }

  /** Goes on where the records could not be read or written. */
  goOn(): void {
    if (this.#hasWork()) this.#run();
  }

  /** Remembers up to where events were looked at, if that is news. */
  async keepPlace(): Promise<void> {
    if (this.#place === this.#keptPlace) return;
    const place = this.#place;
    await putRecord(this.#parts.store, { id: PLACE_ID, model: settingModel.name, fields: { event: place } });
    this.#keptPlace = place;
  }

  /** Resolves when every event that was taken has been looked at. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.idle();
    try {
      await this.keepPlace();
    } catch (error) {
      // Then the next start looks at a few events twice.
      this.#parts.log("error", `rules of notifications: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #hasWork(): boolean {
    return this.#behind || this.#waiting.length > 0;
  }

  #run(): void {
    if (this.#closed) return;
    this.#running ??= this.#rounds().then((ended) => {
      this.#running = undefined;
      // Came while the last round was ending.
      if (ended && this.#hasWork()) this.#run();
    });
  }

  /** False after a failure: what is left stays, and is tried again with the next event. */
  async #rounds(): Promise<boolean> {
    // What is told in one go is looked at in one go.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (!this.#closed && this.#hasWork()) {
        if (this.#waiting.length > 0) {
          const batch = this.#waiting.slice(0, EVENTS_AT_ONCE);
          await this.#look(batch);
          this.#waiting.splice(0, batch.length);
        } else await this.#catchUp();
      }
      return true;
    } catch (error) {
      this.#parts.log(
        "error",
        `rules of notifications: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return false;
    }
  }

  /** Reads what was missed, and looks at it in the order in which it happened. */
  async #catchUp(): Promise<void> {
    this.#behind = false;
    try {
      const missed = await this.#missed();
      for (let at = 0; at < missed.length && !this.#closed; at += EVENTS_AT_ONCE)
        await this.#look(missed.slice(at, at + EVENTS_AT_ONCE));
      this.#waiting = this.#waiting.filter(({ pk }) => pk > this.#place);
    } catch (error) {
      // What came meanwhile is read with the rest, the next time.
      this.#behind = true;
      this.#waiting = [];
      throw error;
    }
  }

  /** Events since the last one that was looked at, in their order. */
  async #missed(): Promise<StoredEvent[]> {
    const found = new Map<string, StoredEvent>();
    for (let from = 0; ; from += PAGE) {
      const { events } = await this.#parts.eventStore.list({ ordering: ["-created"], from, size: PAGE });
      const news = events.filter((event) => event.pk > this.#place);
      // Pages shift while events go on happening.
      for (const event of news) found.set(event.pk, event);
      if (news.length < PAGE) break;
      if (found.size >= MOST_MISSED) {
        this.#parts.log(
          "warn",
          `more than ${MOST_MISSED} events happened without rules of notifications being asked; the older ones are left out`,
        );
        break;
      }
    }
    return [...found.values()].sort((one, other) => (one.pk < other.pk ? -1 : 1));
  }

  async #look(events: readonly StoredEvent[]): Promise<void> {
    const { clock, events: sink } = this.#parts;
    const reads = this.#reads;
    reads.begin();
    let made: NewNotification[] = [];
    for (const event of events) {
      for (const rule of await matchedRules(event, { store: reads, events: sink, clock })) {
        const { notifications, unreached } = await firedRule(rule, event, reads, clock.now());
        made.push(...notifications);
        this.#unreached += unreached;
      }
      if (made.length >= CHANGES_AT_ONCE) {
        await this.#write(made);
        made = [];
      }
    }
    await this.#write(made);
    this.#place = events.reduce((last, { pk }) => (pk > last ? pk : last), this.#place);
  }

  async #write(made: readonly NewNotification[]): Promise<void> {
    const { store, wake } = this.#parts;
    let together: NewNotification[] = [];
    let count = 0;
    for (const one of made) {
      if (count > 0 && count + one.changes.length > CHANGES_AT_ONCE) {
        await writeNew(store, together);
        [together, count] = [[], 0];
      }
      together.push(one);
      count += one.changes.length;
    }
    await writeNew(store, together);
    if (made.length > 0) wake();
  }
}

const TIME_DIGITS = 12;

/** Below the ids of events from this time on: they begin with the time (uuids of version 7). */
function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(TIME_DIGITS, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Writes what is not there yet. */
async function writeNew(store: RecordStore, made: readonly NewNotification[]): Promise<void> {
  let left = made;
  while (left.length > 0) {
    const changes = left.flatMap((one) => one.changes);
    try {
      return await store.change(changes);
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
      // Made before a crash, and looked at again. Where a notification is there, its deliveries were too.
      const records = await store.getMany(changes.map(({ id }) => id));
      const known = new Set(records.flatMap((record) => record?.id ?? []));
      if (known.size === 0) throw error;
      left = left
        .filter(({ id }) => !known.has(id))
        .map((one) => ({ ...one, changes: one.changes.filter(({ id }) => !known.has(id)) }));
    }
  }
}
