/**
 * The indices of the write side. What the metadata of an index says holds at once; its shards follow beside, one index
 * not waiting for another. Closing and deleting come first: from then on nothing is written, and what was under way
 * ends before the last flush.
 */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { indexClosed } from "../cluster/index-expressions.ts";
import type { MonotonicClock } from "../core/clock.ts";
import { Slots } from "../core/slots.ts";
import { IndexEntry, indexNotFound } from "./index-entry.ts";
import type { IndexState } from "./index-state.ts";
import type { ShardEngine } from "./shard/shard-engine.ts";
import { closedStats } from "./shard/shard-stats.ts";

/** What the indices need of the node. */
export interface HeldIndicesHost {
  readonly clock: MonotonicClock;
  stateOf(metadata: IndexMetadata): IndexState;
  openShards(entry: IndexEntry): Promise<readonly ShardEngine[]>;
  /** Opens and closes shards of an open index until they are those that this node is to have. */
  placeShards(entry: IndexEntry): Promise<void>;
  /** Forgets what files and log hold of an index that is gone. */
  discard(uuid: string): void;
  warn(message: string): void;
}

// Indices that are opened or closed at a time.
const INDICES_AT_A_TIME = 4;
// After a failure the next attempt waits.
const RETRY_MS = 5_000;
/** Opening or closing is late after so long, and again after each further such time. */
const LATE_MS = 30_000;
// At the end of the process somebody waits.
const ENDING_LATE_MS = 2_000;

/** Shards that follow, since when. */
interface Following {
  readonly entry: IndexEntry;
  readonly sinceMs: number;
  reportMs: number;
}

export class HeldIndices {
  readonly #host: HeldIndicesHost;
  readonly #byUuid = new Map<string, IndexEntry>();
  readonly #byName = new Map<string, IndexEntry>();
  readonly #slots = new Slots(INDICES_AT_A_TIME);
  readonly #following = new Set<Following>();
  #closed = false;

  constructor(host: HeldIndicesHost) {
    this.#host = host;
  }

  /** All of them, closed ones and those that are being deleted too. */
  get all(): Iterable<IndexEntry> {
    return this.#byUuid.values();
  }

  byUuid(uuid: string): IndexEntry | undefined {
    return this.#byUuid.get(uuid);
  }

  byName(name: string): IndexEntry | undefined {
    return this.#byName.get(name);
  }

  /**
   * Takes over metadata, at once. What opens or closes the index resolves when its shards have followed; mapping and
   * settings never wait, as a write that holds a shard may be waiting for them.
   */
  apply(metadata: IndexMetadata): Promise<void> {
    let entry = this.#byUuid.get(metadata.uuid);
    const wantedOpen = entry?.wantsOpen;
    if (!entry) {
      entry = new IndexEntry(this.#host.stateOf(metadata));
      this.#byUuid.set(metadata.uuid, entry);
      this.#byName.set(metadata.name, entry);
    }
    entry.state.apply(metadata);
    if (wantedOpen !== entry.wantsOpen) return this.#follow(entry);
    // What is taken over may take its time, and writes may wait for this change.
    if (entry.isOpen && !entry.isPlaced) this.#inBackground(entry);
    return Promise.resolve();
  }

  /** Lets an index go, and what files and log hold of it. */
  async remove(uuid: string): Promise<void> {
    const entry = this.#byUuid.get(uuid);
    if (entry) {
      const { name } = entry.state.metadata;
      entry.removed = true;
      if (this.#byName.get(name) === entry) this.#byName.delete(name);
      for (const shard of entry.shards) shard.refuse(() => indexNotFound(name));
      await entry.following?.catch(() => undefined); // whoever opened or closed it hears of that
      await Promise.all(entry.shards.map((shard) => shard.abandon()));
      this.#byUuid.delete(uuid);
    }
    this.#host.discard(uuid);
  }

  /** Closes all shards, for the end of the process. */
  async close(): Promise<void> {
    this.#closed = true;
    const close = async (entry: IndexEntry): Promise<void> => {
      await entry.following?.catch(() => undefined);
      await this.#slots.run(async () => {
        // From its turn on: a thousand indices wait for theirs.
        const following = { entry, sinceMs: this.#host.clock.monotonicMs(), reportMs: ENDING_LATE_MS };
        this.#following.add(following);
        for (const shard of entry.shards) await shard.close();
        this.#following.delete(following);
      });
    };
    await Promise.all([...this.#byUuid.values()].map(close));
  }

  /** To be called now and then: tries again what failed, and reports what takes long. */
  tick(): void {
    const now = this.#host.clock.monotonicMs();
    for (const entry of this.#byUuid.values()) {
      if (entry.hasFollowed || entry.following || now < entry.retryMs) continue;
      this.#inBackground(entry);
    }
    this.#reportLate(now);
  }

  #inBackground(entry: IndexEntry): void {
    this.#follow(entry).catch((error: unknown) =>
      this.#host.warn(`[${entry.state.metadata.name}] was not opened or closed: ${String(error)}`),
    );
  }

  /** Reports shards that take long to follow, with what they wait for. */
  #reportLate(now: number): void {
    for (const following of this.#following) {
      const ageMs = now - following.sinceMs;
      if (ageMs < following.reportMs) continue;
      const { entry } = following;
      const shards = entry.shards.map((shard) => `[${shard.where.index}][${shard.where.shard}]: ${shard.activity}`);
      if (this.#closed && entry.shards.every(({ activity }) => activity === "nothing runs")) continue; // it waits for its turn
      following.reportMs = ageMs + LATE_MS;
      const { name } = entry.state.metadata;
      const what = entry.isOpen ? "closing" : "opening";
      this.#host.warn(
        `${what} [${name}] is not done after ${Math.round(ageMs / 1000)} s; ${shards.join("; ") || "its shards are not there yet"}`,
      );
    }
  }

  /** Changes the shards of an index while nothing opens or closes them. Rejects as the work does. */
  async change(entry: IndexEntry, work: () => Promise<void>): Promise<void> {
    while (entry.following) await entry.following.catch(() => undefined); // whoever opened or closed it hears of that
    if (entry.removed || this.#closed) return;
    const done = (async (): Promise<void> => {
      try {
        await work();
      } finally {
        entry.following = undefined;
      }
      // What was asked for meanwhile waited for this.
      if (!entry.hasFollowed) await this.#follow(entry);
    })();
    entry.following = done;
    await done;
  }

  #follow(entry: IndexEntry): Promise<void> {
    if (entry.following) return entry.following;
    if (entry.hasFollowed || this.#closed) return Promise.resolve();
    const following = { entry, sinceMs: this.#host.clock.monotonicMs(), reportMs: LATE_MS };
    this.#following.add(following);
    const done = this.#slots.run(async () => {
      try {
        while (!entry.hasFollowed && !this.#closed) await this.#step(entry);
      } finally {
        entry.following = undefined;
        entry.retryMs = this.#host.clock.monotonicMs() + RETRY_MS;
        this.#following.delete(following);
      }
    });
    entry.following = done;
    return done;
  }

  #step(entry: IndexEntry): Promise<void> {
    if (!entry.isOpen) return this.#open(entry);
    return entry.wantsOpen ? this.#host.placeShards(entry) : this.#close(entry);
  }

  async #open(entry: IndexEntry): Promise<void> {
    entry.opening = true;
    try {
      entry.shards = await this.#host.openShards(entry);
      entry.wasOpen = entry.isOpen = true;
    } finally {
      entry.opening = false;
    }
  }

  async #close(entry: IndexEntry): Promise<void> {
    const { shards } = entry;
    const { metadata } = entry.state;
    for (const shard of shards) shard.refuse(() => indexClosed(metadata));
    try {
      // A shard that cannot be flushed stays open: the log must not forget what it holds of it.
      for (const shard of shards) if (shard.failure === undefined) await shard.flush({ force: false });
    } catch (error) {
      for (const shard of shards) shard.refuse(undefined);
      throw error;
    }
    entry.closed = shards.map((shard) => closedStats(shard.stats()));
    for (const shard of shards) await shard.close();
    entry.generations = new Map(shards.map((shard) => [shard.where.shard, shard.generation]));
    entry.shards = [];
    entry.isOpen = false;
  }
}
