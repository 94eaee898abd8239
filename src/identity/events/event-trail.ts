/**
 * The audit trail: takes events, cleans them, and has them kept in the background.
 *
 * What is told of a change of records is written in the same batch of the log as the change (`recordWith`): neither is
 * there without the other. Whatever else is told goes into a queue, and from there in batches, one at a time, into the
 * store. `flushed` resolves when all that was told before is durable; who answers a request that caused events waits
 * for it. While the store cannot write (no room), events wait in memory: `flushed` does not hold requests up then, and
 * attempts are repeated; what does not fit the queue any more goes to the log, as does what is left when the server
 * stops.
 */
import { isIP } from "node:net";
import type { Clock } from "../../core/clock.ts";
import type { ChangeSink, ChangeWith, IdentityEvent } from "../event-sink.ts";
import type { SearchCaller } from "../../search/search-service.ts";
import { NotWrittenAlong } from "../records/record-store.ts";
import { cleanContext } from "./clean-context.ts";
import { EventIds } from "./event-ids.ts";
import type {
  ApplicationUse,
  EventCondition,
  EventQuery,
  EventStore,
  RefusedEvent,
  StoredEvent,
} from "./event-store.ts";

const DAY_MS = 86_400_000;
const BATCH = 500;
const LONGEST_QUEUE = 20_000;
const LONGEST_NAME = 255;
/** Stands for an address that is none. */
const UNKNOWN_ADDRESS = "255.255.255.255";
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** What a trail is made of. */
export interface EventTrailDependencies {
  readonly store: EventStore;
  readonly clock: Clock;
  /** How long events are kept. */
  readonly retentionDays: number;
  readonly log: (level: "error" | "warn", message: string) => void;
  /** Pause before what failed is tried again; longer each time, up to half a minute. A second when absent. */
  readonly firstPauseMs?: number;
}

export class EventTrail implements ChangeSink {
  readonly #parts: EventTrailDependencies;
  readonly #ids = new EventIds();
  readonly #listeners = new Set<(event: StoredEvent) => void>();
  #queue: StoredEvent[] = [];
  /** Events told and events settled since the start; those that were refused or did not fit are settled. */
  #sequence = 0;
  #settled = 0;
  #waiting: { readonly upTo: number; readonly resolve: () => void }[] = [];
  #writing: Promise<void> | undefined;
  #pauseMs: number;
  #retry: NodeJS.Timeout | undefined;
  #failed = false;

  constructor(parts: EventTrailDependencies) {
    this.#parts = parts;
    this.#pauseMs = parts.firstPauseMs ?? FIRST_PAUSE_MS;
  }

  /** Number of the event that was told last. */
  get sequence(): number {
    return this.#sequence;
  }

  record(event: IdentityEvent): void {
    const stored = this.#read(event);
    if (!stored) return;
    if (this.#queue.length >= LONGEST_QUEUE) return this.#lose(stored, "too many events wait");
    this.#sequence++;
    this.#queue.push(stored);
    if (!this.#retry) void this.#write();
  }

  /**
   * See `ChangeSink`. Where the events cannot be in the batch of the change (their index is not to be had), they are
   * recorded when it is made, as any.
   */
  async recordWith(events: readonly IdentityEvent[], change: ChangeWith): Promise<void> {
    const stored = events.flatMap((event) => this.#read(event) ?? []);
    const documents = await this.#parts.store.documents(stored).catch(() => undefined); // what is wrong is told when they are recorded
    if (documents) {
      try {
        await change(documents.items);
        for (const event of stored) this.#tell(event);
        return;
      } catch (error) {
        if (!(error instanceof NotWrittenAlong)) throw error;
      } finally {
        documents.written();
      }
    }
    await change([]);
    for (const event of events) this.record(event);
  }

  /** Calls back with each event when it is durable; answers how to stop. */
  onEvent(listener: (event: StoredEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when all events told until now are durable, or cannot be made so at present. */
  flushed(): Promise<void> {
    if (this.#settled >= this.#sequence || this.#failed) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ upTo: this.#sequence, resolve }));
  }

  async get(pk: string): Promise<StoredEvent | undefined> {
    await this.flushed();
    return this.#parts.store.get(pk);
  }

  /** A page of events; shows at once what was told. */
  async list(query: EventQuery, caller?: SearchCaller): Promise<{ count: number; events: StoredEvent[] }> {
    await this.flushed();
    return this.#parts.store.list(query, caller);
  }

  /** Uses of applications, most first. */
  async applicationUses(condition: EventCondition, size: number, caller?: SearchCaller): Promise<ApplicationUse[]> {
    await this.flushed();
    return this.#parts.store.applicationUses(condition, size, caller);
  }

  /** Events with an age of [h, h + 1) hours, for h from 0 to 23. */
  async perHour(condition: EventCondition, nowMs: number): Promise<number[]> {
    await this.flushed();
    return this.#parts.store.perHour(condition, nowMs);
  }

  /** Removes what expired; answers how many. */
  removeExpired(signal?: AbortSignal): Promise<number> {
    return this.#parts.store.removeExpired(this.#parts.clock.now(), signal);
  }

  /** Writes what waits; what cannot be written goes to the log. */
  async close(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    await this.#writing;
    if (this.#queue.length > 0) await this.#write();
    clearTimeout(this.#retry);
    for (const event of this.#queue.splice(0)) this.#lose(event, "the server stops");
  }

  /** An event as it is kept; undefined, and told, when it cannot be read. */
  #read(event: IdentityEvent): StoredEvent | undefined {
    try {
      return this.#stored(event);
    } catch (error) {
      this.#parts.log("error", `an event [${event.action}] could not be read: ${String(error)}`);
      return undefined;
    }
  }

  #stored(event: IdentityEvent): StoredEvent {
    const { user, clientIp, createdMs } = event;
    return {
      pk: this.#ids.next(createdMs),
      action: event.action.slice(0, LONGEST_NAME),
      app: event.app.slice(0, LONGEST_NAME),
      user: user ? { ...user } : {},
      context: cleanContext(event.context),
      client_ip: clientIp === undefined ? null : isIP(clientIp) === 0 ? UNKNOWN_ADDRESS : clientIp,
      created: new Date(createdMs).toISOString(),
      expires: new Date(createdMs + this.#parts.retentionDays * DAY_MS).toISOString(),
    };
  }

  /** Empties the queue, unless that is under way. */
  #write(): Promise<void> {
    return (this.#writing ??= this.#drain());
  }

  /** Ends `#writing` in the same turn in which it finds nothing more to do: what is told after that begins anew. */
  async #drain(): Promise<void> {
    // What is told in one go is written in one go.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, BATCH);
      let refused: readonly RefusedEvent[];
      try {
        refused = await this.#parts.store.append(batch);
      } catch (error) {
        this.#pause(error);
        this.#writing = undefined;
        return;
      }
      this.#queue.splice(0, batch.length);
      this.#settled += batch.length;
      this.#failed = false;
      this.#pauseMs = this.#parts.firstPauseMs ?? FIRST_PAUSE_MS;
      this.#release();
      for (const { event, reason } of refused) this.#lose(event, reason);
      const lost = new Set(refused.map(({ event }) => event));
      for (const event of batch) if (!lost.has(event)) this.#tell(event);
    }
    this.#writing = undefined;
  }

  #pause(error: unknown): void {
    if (!this.#failed)
      this.#parts.log(
        "error",
        `events cannot be written, and wait: ${error instanceof Error ? error.message : String(error)}`,
      );
    this.#failed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.#write();
    }, this.#pauseMs);
    this.#retry.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  #release(): void {
    const ready = this.#waiting.filter(({ upTo }) => upTo <= this.#settled);
    this.#waiting = this.#waiting.filter(({ upTo }) => upTo > this.#settled);
    for (const { resolve } of ready) resolve();
  }

  #tell(event: StoredEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#parts.log(
          "error",
          `a listener failed for event [${event.pk}]: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  }

  /** The log is the last place for an event that has no other. */
  #lose({ action, user, client_ip, context, created }: StoredEvent, reason: string): void {
    this.#parts.log(
      "error",
      `an event was not kept (${reason}): ${JSON.stringify({ created, action, user, client_ip, context }, bigintAsText)}`,
    );
  }
}

/** JSON.stringify refuses whole numbers beyond doubles. */
function bigintAsText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
