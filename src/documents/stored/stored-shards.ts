/**
 * The shards of a node in the file store: each state that a flush commits is put there, file by file, what is opened
 * without files is brought from there, and the node's log gives up what no shard needs any more.
 *
 * Files go only with proof: the manifest is written, then the log holds a record that came later, then what the
 * manifest does not name is removed. Whoever takes the shard over seals the log before it looks for manifests, and so
 * finds that one or a later one.
 */
import { assert } from "../../core/assert.ts";
import type { IndexMetadata, NodeLogs } from "../../cluster/cluster-state.ts";
import { writersOf } from "../../cluster/lives.ts";
import type { MonotonicClock } from "../../core/clock.ts";
import { Slots } from "../../core/slots.ts";
import type { ChunkPlace } from "../../store/chunks/log-starts.ts";
import type { ChunkLogs } from "../../store/chunks/chunk-log.ts";
import type { Files } from "../../store/files.ts";
import type { ShardManifest } from "../../store/manifest/shard-manifest.ts";
import type { OperationLog } from "../../store/operation-log.ts";
import { sealLast } from "../../store/seal-logs.ts";
import type { ShardFileStore } from "../../store/shard-files/shard-file-store.ts";
import type { DocumentsEvents } from "../documents.ts";
import type { IndexEntry } from "../index-entry.ts";
import type { FileHolds } from "../shard/file-holds.ts";
import type { ShardEngine } from "../shard/shard-engine.ts";
import { replayLogs, type SealedLogs } from "./replay-logs.ts";
import { hasManifest, StoredShardState, wholeManifest } from "./stored-shard-state.ts";

/** The log of a node whose shards are stored. */
export interface StoredLog extends Pick<OperationLog, "append" | "sync"> {
  /** The logs of all nodes. */
  readonly logs: ChunkLogs;
  /** Last sequence number of a shard that it holds; -1 for none. */
  lastSeqNo(shard: string): number;
  readonly currentFile: number;
  /** Chunks since the current file was begun. */
  readonly chunksInFile: number;
  /** Whether a log is that of a life of this node. */
  isOwn(writer: string): boolean;
  /** Starts a new file. */
  roll(): void;
  /** A chunk from which on everything of a file, and of later ones, stands. */
  placeOf(file: number): ChunkPlace;
  /** Resolves when the log holds a record that was added after the call. */
  prove(): Promise<void>;
  /** Gives up what only holds files with lower numbers. */
  trimChunks(file: number): Promise<void>;
}

/** Where and how shards are stored. */
export interface ShardStoring {
  readonly store: ShardFileStore;
  readonly log: StoredLog;
  /** Under this name is kept where its logs begin, and the log of this life. */
  readonly node: string;
  readonly writer: string;
  /** The files on the disk are those of the node's life before: nothing in the store is newer. */
  readonly isDiskCurrent: boolean;
  /** Nobody else stores shards there: what belongs to no index is a leftover. */
  readonly isAlone: boolean;
}

export interface StoredShardsHost {
  readonly files: Files;
  readonly holds: FileHolds;
  readonly clock: MonotonicClock;
  readonly events: Pick<DocumentsEvents, "log">;
  entries(): Iterable<IndexEntry>;
  entry(uuid: string): IndexEntry | undefined;
}

/** Shards that are stored at a time. */
const AT_A_TIME = 2;
const RETRY_MS = 5_000;
/** A file of the log is followed by a new one behind so many chunks, so that what shards hold back is bounded. */
const CHUNKS_OF_FILE = 500;
const ROLL_MS = 10_000;
/** Where no shard needs anything of the log, it is given up from so many chunks on. */
const CHUNKS_KEPT = 20;
/** A shard that holds back more files than these is flushed, but not more often than this. */
const FILES_HELD = 1;
const FLUSH_MS = 30_000;
/** The end of the process waits so long for what is under way: the log has it anyway. */
const CLOSING_MS = 10_000;

export class StoredShards {
  readonly #storing: ShardStoring;
  readonly #host: StoredShardsHost;
  readonly #shards = new Map<string, StoredShardState>();
  readonly #slots = new Slots(AT_A_TIME);
  /** Indices whose files are to be removed. */
  readonly #removed = new Set<string>();
  readonly #flushedMs = new Map<string, number>();
  #rolledMs: number;
  #removeAfterMs = 0;
  /** All indices are known: what the log holds of others is not needed. */
  #isComplete = false;
  #isTrimming = false;
  #isClosed = false;

  constructor(storing: ShardStoring, host: StoredShardsHost) {
    this.#storing = storing;
    this.#host = host;
    this.#rolledMs = host.clock.monotonicMs();
  }

  /** Brings the shards of an index that are about to be opened, where they are newer in the store. */
  async fetch(
    { uuid, primaryTerms }: Pick<IndexMetadata, "uuid" | "primaryTerms">,
    shards: readonly number[],
  ): Promise<void> {
    await Promise.all(
      shards.map(async (shard) => {
        const state = this.#state(uuid, shard);
        state.term = primaryTerms[shard] ?? 1;
        if (state.isKnown || (this.#storing.isDiskCurrent && hasManifest(this.#host.files, state.folder))) return;
        await state.fetch();
      }),
    );
  }

  /**
   * Takes a shard over from nodes that had it: its files are brought, and what their sealed logs hold beyond them
   * stands in the own log when the promise resolves. Answers how many operations that were.
   */
  async takeOver({ uuid, primaryTerms }: IndexMetadata, shard: number, replay: readonly NodeLogs[]): Promise<number> {
    const state = this.#state(uuid, shard);
    state.term = primaryTerms[shard] ?? 1;
    const { log, store, writer } = this.#storing;
    const sealed: SealedLogs[] = [];
    for (const logs of replay) {
      const writers = writersOf(logs);
      // First of all: whoever has the shard still adds nothing any more, neither to the log nor to what is stored.
      const sealedAt = await sealLast(log.logs, store.blobs, { node: logs.node, writers }, writer);
      sealed.push({ node: logs.node, writers, sealedAt });
    }
    await state.fetch();
    return replayLogs({ log, blobs: store.blobs, key: state.key, stored: state.stored }, sealed);
  }

  /** What a shard consists of may have changed. */
  changed(uuid: string, shard: number): void {
    if (this.#removed.has(uuid)) return;
    const state = this.#state(uuid, shard);
    state.isDue = true;
    if (!state.isWaiting) void this.#run(state);
  }

  /** Resolves when a shard that the cluster state does not know yet is stored as its folder holds it. */
  async storeNew(uuid: string, shard: number): Promise<void> {
    const state = this.#state(uuid, shard);
    state.isDue = true;
    await this.#slots.run(() => state.store());
  }

  /** An index is gone. */
  remove(uuid: string): void {
    this.#removed.add(uuid);
    void this.#removeGone();
  }

  /** These are all indices, applied after the start. */
  async retainOnly(uuids: readonly string[]): Promise<void> {
    this.#isComplete = true;
    if (!this.#storing.isAlone) return;
    try {
      const known = new Set([...uuids, ...[...this.#shards.values()].map(({ uuid }) => uuid)]);
      for (const uuid of await this.#storing.store.indices()) if (!known.has(uuid)) this.#removed.add(uuid);
      await this.#removeGone();
    } catch (error) {
      this.#warn(`what deleted indices left in the file store is looked for at the next start: ${String(error)}`);
    }
  }

  /** To be called now and then; never throws. */
  tick(): void {
    const { log } = this.#storing;
    const now = this.#host.clock.monotonicMs();
    for (const state of this.#shards.values())
      if (state.isDue && !state.isWaiting && now >= state.retryMs) void this.#run(state);
    if (this.#removed.size > 0 && now >= this.#removeAfterMs) void this.#removeGone();
    const chunks = log.chunksInFile;
    const isLong = chunks >= CHUNKS_OF_FILE || (chunks >= CHUNKS_KEPT && this.#needsNoLog);
    if (isLong && now - this.#rolledMs >= ROLL_MS) {
      this.#rolledMs = now;
      log.roll();
    }
    this.#flushHolding(now);
    this.trim();
  }

  /** Lets the log give up what no shard needs. Never throws. */
  trim(): void {
    if (!this.#isComplete || this.#isTrimming || this.#isClosed) return;
    const lowest = this.#lowestLog();
    if (lowest <= 1) return;
    this.#isTrimming = true;
    void this.#storing.log
      .trimChunks(lowest)
      .catch((error: unknown) => this.#warn(`the log could not be trimmed, which is tried again: ${String(error)}`))
      .finally(() => (this.#isTrimming = false));
  }

  /** Resolves when all is stored, or that takes too long. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((go) => (timer = setTimeout(go, CLOSING_MS)));
    await Promise.race([this.#storeAll(), late]);
    clearTimeout(timer);
    this.#isClosed = true;
    for (const state of this.#shards.values()) state.giveUp();
  }

  /** So that the next start has nothing of the log to read. */
  async #storeAll(): Promise<void> {
    await Promise.all([...this.#shards.values()].map((state) => this.#run(state)));
    const { log } = this.#storing;
    if (!this.#isComplete || !this.#needsNoLog || log.chunksInFile === 0) return;
    log.roll();
    await log.trimChunks(log.currentFile).catch(() => undefined); // the next start reads a little more
  }

  get #needsNoLog(): boolean {
    return this.#lowestLog() === Number.POSITIVE_INFINITY;
  }

  /** Lowest log file that a shard needs which is taken from the store. */
  #lowestLog(): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const entry of this.#host.entries()) {
      if (entry.opening || !entry.wasOpen) return 0;
      const { uuid, numberOfShards, replays } = entry.state.metadata;
      // Another node is about to read this one's logs.
      if (replays?.some((logs) => logs?.some(({ node }) => node === this.#storing.node))) return 0;
      for (let shard = 0; shard < numberOfShards; shard++) {
        if (entry.elsewhere(shard) !== undefined) continue;
        lowest = Math.min(lowest, this.#shards.get(keyOf(uuid, shard))?.lowestLog(entry.find(shard)) ?? 0);
      }
    }
    return lowest;
  }

  /** Flushes shards that keep the log from being trimmed. */
  #flushHolding(now: number): void {
    const oldest = this.#storing.log.currentFile - FILES_HELD;
    for (const entry of this.#host.entries()) {
      for (const shard of entry.shards) {
        if (shard.failure !== undefined || (shard.firstUnsealedLog ?? oldest) >= oldest) continue;
        if (now - (this.#flushedMs.get(shard.key) ?? Number.NEGATIVE_INFINITY) < FLUSH_MS) continue;
        this.#flushedMs.set(shard.key, now);
        void shard.flush({ force: false }).catch(() => undefined); // it is told, and tried again
      }
    }
  }

  /** Stores a shard until there is nothing to store. Never rejects. */
  async #run(state: StoredShardState): Promise<void> {
    if (!state.isDue || this.#isClosed) return;
    state.isWaiting = true;
    try {
      while (state.isDue && !this.#isClosed) await this.#slots.run(() => state.store());
    } catch (error) {
      state.retryMs = this.#host.clock.monotonicMs() + RETRY_MS;
      if (!this.#isClosed && !this.#removed.has(state.uuid))
        this.#warn(`[${state.folder}] could not be stored, which is tried again: ${String(error)}`);
    } finally {
      state.isWaiting = false;
    }
    this.trim();
  }

  /** Removes what is stored of indices that are gone. Never rejects. */
  async #removeGone(): Promise<void> {
    this.#removeAfterMs = this.#host.clock.monotonicMs() + RETRY_MS;
    for (const uuid of this.#removed) {
      const states = [...this.#shards.values()].filter((state) => state.uuid === uuid);
      for (const state of states) state.giveUp();
      try {
        await Promise.all(states.map((state) => state.idle));
        await this.#storing.store.removeIndex(uuid);
      } catch (error) {
        this.#warn(`files of the deleted index [${uuid}] could not be removed, which is tried again: ${String(error)}`);
        return;
      }
      for (const { key } of states) this.#shards.delete(key);
      this.#removed.delete(uuid);
    }
  }

  #state(uuid: string, shard: number): StoredShardState {
    const key = keyOf(uuid, shard);
    let state = this.#shards.get(key);
    if (state) return state;
    const { files, holds } = this.#host;
    const { store, log } = this.#storing;
    state = new StoredShardState({
      ...{ uuid, shard, key, store, log, files, holds },
      manifest: () => this.#committed(uuid, shard),
      released: () => this.#host.entry(uuid)?.find(shard)?.filesReleased(),
    });
    this.#shards.set(key, state);
    return state;
  }

  /** What the last flush committed; undefined while nobody knows. */
  #committed(uuid: string, shard: number): ShardManifest | undefined {
    const entry = this.#host.entry(uuid);
    const engine: ShardEngine | undefined = entry?.find(shard);
    if (engine) return engine.failure === undefined ? engine.committed : undefined;
    assert(!entry?.isOpen || entry.elsewhere(shard) !== undefined, "an open index has its shards");
    return wholeManifest(this.#host.files, `indices/${uuid}/${shard}`);
  }

  #warn(message: string): void {
    this.#host.events.log("warn", message);
  }
}

function keyOf(uuid: string, shard: number): string {
  return `${uuid}/${shard}`;
}
