/** The write side of a node: all shards over one log. Implements `Documents` on the thread that it runs on. */
import type { Clock } from "../core/clock.ts";
import { fromPortableError, type PortableError, RequestError, toPortableError } from "../core/errors.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { MemorySegmentBuilder } from "../segment/memory-segment-builder.ts";
import type { MemoryPool } from "../segment/memory/memory-pool.ts";
import type { Files } from "../store/files.ts";
import type { OperationLog } from "../store/operation-log.ts";
import { BlockCache } from "../store/sources/block-cache.ts";
import { emptyShard } from "./empty-shard.ts";
import type { EngineParts } from "./engine-parts.ts";
import type { BulkItem } from "./bulk-request.ts";
import { BulkRequests } from "./bulk-requests.ts";
import { placeBulk } from "./bulk-targets.ts";
import { type DocumentIds, documentIds } from "./document-ids.ts";
import type {
  BulkAnswer,
  BulkOptions,
  Documents,
  DocumentsEvents,
  GetRequest,
  GetResult,
  RefreshPolicy,
  ReopenMode,
  ShardStats,
  WritePressure,
  WriteRequest,
  WriteResult,
} from "./documents.ts";
import { IndexEntry, indexNotFound } from "./index-entry.ts";
import { IndexState, type ParserFactory } from "./index-state.ts";
import { IndexingPressure } from "./indexing-pressure.ts";
import { LogIndex } from "./log-index.ts";
import { LogUpkeep } from "./log-upkeep.ts";
import type { Merger } from "./merger.ts";
import { SegmentMemories } from "./segment-memories.ts";
import { ShardEngine } from "./shard-engine.ts";
import { closedStats } from "./shard-stats.ts";
import { parseUpdate, validateUpdate } from "./update-request.ts";
import { executeWrites } from "./write-items.ts";
import { routingMissing, validateWrite, validationError } from "./write-validation.ts";

/** What the service is built from. */
export interface DocumentsOptions {
  readonly files: Files;
  readonly log: OperationLog;
  readonly clock: Clock;
  readonly events: DocumentsEvents;
  readonly merger: Merger;
  /** Memories of the segments that are built and loaded on this thread. */
  readonly pool: MemoryPool;
  /** Slots of scratch in each segment's memory: as many as search threads. */
  readonly scratchSlots: number;
  readonly parserOf: ParserFactory;
  /**
   * Memories of segments were let go. Their pages come free when every thread that knew them has collected its garbage, which
   * none does by itself for them.
   */
  readonly collectGarbage?: () => void;
  /** At least 9 random bytes, for generated ids. */
  readonly entropy: Uint8Array;
  /** Bytes of writes under way above which new ones are refused: 10 % of the memory cap, or 512 MB. */
  readonly maximumBytesUnderWay: number;
  /** Whether the disk has so little room that documents are refused; never when absent. */
  readonly isFlooded?: () => boolean;
  /** Calls back every so many milliseconds, until the answer is called. Absent: the owner calls `tick`. */
  readonly every?: (milliseconds: number, callback: () => void) => () => void;
}

// Refreshes and idle flushes are looked for so often.
const TICK_MS = 100;

export class DocumentsService implements Documents {
  readonly #options: DocumentsOptions;
  readonly #ids: DocumentIds;
  readonly #logIndex: LogIndex;
  readonly #pressure: IndexingPressure;
  readonly #blockCache = new BlockCache();
  readonly #byUuid = new Map<string, IndexEntry>();
  readonly #byName = new Map<string, IndexEntry>();
  /** Changes of an index run one after another. */
  readonly #changing = new Map<string, Promise<void>>();
  readonly #bulks: BulkRequests;
  readonly #memories: SegmentMemories;
  readonly #upkeep: LogUpkeep;
  #ticking = false;
  readonly #stopTicking: () => void;

  /** Reads the whole log once, which cuts a torn tail. */
  constructor(options: DocumentsOptions) {
    this.#options = options;
    this.#ids = documentIds(options.clock, options.entropy);
    this.#logIndex = new LogIndex(options.log, options.events);
    this.#upkeep = new LogUpkeep(options.log, options.clock, options.events);
    this.#pressure = new IndexingPressure(options.maximumBytesUnderWay);
    this.#bulks = new BulkRequests(options.clock, this.#pressure, (items, bulk) => this.#executeBulk(items, bulk));
    this.#memories = new SegmentMemories(options.pool, options.clock, options.collectGarbage ?? (() => undefined));
    this.#stopTicking = options.every?.(TICK_MS, () => void this.tick()) ?? (() => undefined);
  }

  async wasClosedInOrder(): Promise<boolean> {
    return this.#options.log.isClean;
  }

  applyIndex(metadata: IndexMetadata): Promise<void> {
    const entry = this.#byUuid.get(metadata.uuid);
    // Mapping and settings never wait: a write may be waiting for them.
    entry?.state.apply(metadata);
    const open = metadata.state === "open";
    if (entry?.opening && open) return Promise.resolve();
    if (entry && !this.#changing.has(metadata.uuid) && open === entry.shards.length > 0) return Promise.resolve();
    return this.#change(metadata.uuid, () => this.#openOrClose(metadata));
  }

  removeIndex(uuid: string): Promise<void> {
    return this.#change(uuid, async () => {
      const entry = this.#byUuid.get(uuid);
      if (entry && this.#byName.get(entry.state.metadata.name) === entry) this.#byName.delete(entry.state.metadata.name);
      this.#byUuid.delete(uuid);
      await Promise.all((entry?.shards ?? []).map((shard) => shard.abandon()));
      this.#logIndex.drop(uuid);
      this.#options.files.remove(`indices/${uuid}`);
      this.#trim();
    });
  }

  async retainOnly(uuids: readonly string[]): Promise<void> {
    this.#logIndex.clear();
    for (const uuid of this.#options.files.list("indices")) if (!uuids.includes(uuid)) await this.removeIndex(uuid);
    this.#trim();
  }

  async write(request: WriteRequest, refresh: RefreshPolicy): Promise<WriteResult> {
    const bytes = request.kind === "index" || request.kind === "create" ? request.source.length : 0;
    try {
      const failures = validateWrite(request);
      const update = request.kind === "update" ? parseUpdate(request.body, request.bodyText) : undefined;
      if (update && request.kind === "update") failures.push(...validateUpdate(update, request.options));
      if (failures.length > 0) throw validationError(failures);
      const target = this.#entry(request.index);
      target.state.checkBlocks("write");
      const pipeline = request.kind === "index" || request.kind === "create" ? target.state.missingPipeline(undefined) : undefined;
      if (pipeline) throw pipeline;
      this.#pressure.take(bytes);
      try {
        const [result] = await executeWrites([{ request, index: request.index, target, update }], refresh, this.#writeHost);
        return (
          result ?? {
            ok: false,
            index: request.index,
            id: request.id,
            error: toPortableError(new RequestError(500, "illegal_state_exception", "the write was not answered")),
          }
        );
      } finally {
        this.#pressure.give(bytes);
      }
    } catch (error) {
      return { ok: false, index: request.index, id: request.id, error: toPortableError(error) };
    }
  }

  async writeGroup(requests: readonly WriteRequest[], refresh: RefreshPolicy): Promise<WriteResult[]> {
    const bytes = requests.reduce((sum, request) => sum + (request.kind === "index" || request.kind === "create" ? request.source.length : 0), 0);
    this.#pressure.take(bytes);
    try {
      const placed = requests.map((request) => {
        const failures = request.kind === "update" ? ["an update cannot stand in a group"] : validateWrite(request);
        if (failures.length > 0) throw validationError(failures);
        const target = this.#entry(request.index);
        target.state.checkBlocks("write");
        return { request, index: request.index, target, update: undefined };
      });
      return await executeWrites(placed, refresh, this.#writeHost, true);
    } finally {
      this.#pressure.give(bytes);
    }
  }

  get(requests: readonly GetRequest[]): Promise<(GetResult | PortableError)[]> {
    return Promise.all(
      requests.map(async (request) => {
        try {
          const entry = this.#entry(request.index);
          entry.state.checkBlocks("read");
          const { routing } = entry.state;
          if (routing.required && request.routing === undefined) throw routingMissing(request.index, request.id);
          return await entry.shard(routing.shardOf(request.id, request.routing)).get(request);
        } catch (error) {
          return toPortableError(error);
        }
      }),
    );
  }

  async bulkStart(options: BulkOptions, expectedBytes: number): Promise<number> {
    return this.#bulks.start(options, expectedBytes);
  }

  bulkChunk(handle: number, chunk: Uint8Array): Promise<void> {
    return this.#bulks.chunk(handle, chunk);
  }

  bulkEnd(handle: number): Promise<BulkAnswer> {
    return this.#bulks.end(handle);
  }

  async bulkAbort(handle: number): Promise<void> {
    this.#bulks.abort(handle);
  }

  async refresh(uuids: readonly string[]): Promise<void> {
    await Promise.all(this.#shards(uuids).map((shard) => shard.refresh()));
  }

  async markSearched(uuids: readonly string[]): Promise<void> {
    await Promise.all(this.#shards(uuids).map((shard) => shard.markSearched()));
  }

  async flush(uuids: readonly string[], options: { force: boolean }): Promise<void> {
    await Promise.all(this.#shards(uuids).map((shard) => shard.flush(options)));
  }

  async forceMerge(uuids: readonly string[], options: { maxSegments: number | undefined; onlyExpungeDeletes: boolean; flush: boolean }): Promise<void> {
    for (const shard of this.#shards(uuids)) await shard.forceMerge(options);
  }

  async stats(uuids: readonly string[]): Promise<ShardStats[]> {
    return uuids.flatMap((uuid) => {
      const entry = this.#byUuid.get(uuid);
      if (!entry) return [];
      return entry.shards.length > 0 ? entry.shards.map((shard) => shard.stats()) : entry.closed;
    });
  }

  release(uuid: string, shard: number, generation: number): void {
    this.#byUuid.get(uuid)?.shards[shard]?.release(generation);
  }

  damaged(uuid: string, shard: number, file: string): void {
    this.#byUuid.get(uuid)?.shards[shard]?.damaged(file);
  }

  async reopen(uuid: string, shard: number, mode: ReopenMode): Promise<void> {
    const entry = this.#byUuid.get(uuid);
    const failed = entry?.shards[shard];
    if (entry && failed) await this.#reopen(entry, failed, mode);
  }

  async close(): Promise<void> {
    this.#stopTicking();
    for (const entry of this.#byUuid.values()) for (const shard of entry.shards) await shard.close();
    await this.#options.log.close();
  }

  async pressure(): Promise<WritePressure> {
    return this.#pressure.stats;
  }

  /** Does what is due: periodic refreshes, idle flushes, merges. */
  async tick(): Promise<void> {
    if (this.#ticking) return;
    this.#ticking = true;
    try {
      for (const entry of this.#byUuid.values())
        for (const shard of entry.shards) await (shard.isRetryDue ? this.#reopen(entry, shard, "retry") : shard.tick());
      this.#trim();
      void this.#upkeep.noteEnd().catch(() => this.#syncFailed());
      this.#memories.tick();
    } finally {
      this.#ticking = false;
    }
  }

  async #executeBulk(items: readonly BulkItem[], options: BulkOptions): Promise<WriteResult[]> {
    const names = { ensure: (name: string, requireAlias: boolean) => this.#ensure(name, requireAlias), known: (name: string) => this.#known(name) };
    return executeWrites(await placeBulk(items, options, names), options.refresh, this.#writeHost);
  }

  get #writeHost(): Parameters<typeof executeWrites>[2] {
    return { ids: this.#ids, sync: (epoch) => this.#sync(epoch) };
  }

  async #sync(epoch: number): Promise<void> {
    try {
      await this.#options.log.sync(epoch);
    } catch (error) {
      this.#syncFailed();
      throw error;
    }
  }

  /** The log cut what it had not synced: every shard that was ahead goes back. */
  #syncFailed(): void {
    for (const entry of this.#byUuid.values()) for (const shard of entry.shards) shard.checkCut();
  }

  #entry(name: string): IndexEntry {
    const entry = this.#byName.get(name);
    if (!entry) throw indexNotFound(name);
    return entry;
  }

  #known(name: string): boolean {
    if (this.#byName.has(name)) return true;
    for (const entry of this.#byUuid.values()) if (Object.hasOwn(entry.state.metadata.aliases, name)) return true;
    return false;
  }

  /** Resolves (and makes) the index that a write names, and opens it here if that did not happen yet. */
  async #ensure(name: string, requireAlias: boolean): Promise<IndexEntry> {
    const metadata = await this.#options.events.ensureIndex(name, { requireAlias });
    if (!this.#byUuid.has(metadata.uuid)) await this.applyIndex(metadata);
    const entry = this.#byUuid.get(metadata.uuid);
    if (!entry) throw indexNotFound(name);
    return entry;
  }

  /** Open shards that work. */
  #shards(uuids: readonly string[]): ShardEngine[] {
    return uuids.flatMap((uuid) => this.#byUuid.get(uuid)?.shards ?? []).filter((shard) => shard.failure === undefined);
  }

  #change(uuid: string, work: () => Promise<void>): Promise<void> {
    const before = this.#changing.get(uuid) ?? Promise.resolve();
    const done = before.catch(() => undefined).then(work);
    this.#changing.set(uuid, done);
    const forget = (): void => {
      if (this.#changing.get(uuid) === done) this.#changing.delete(uuid);
    };
    done.then(forget, forget);
    return done;
  }

  async #openOrClose(metadata: IndexMetadata): Promise<void> {
    let entry = this.#byUuid.get(metadata.uuid);
    if (!entry) {
      entry = new IndexEntry(new IndexState(metadata, this.#options.parserOf, this.#options.isFlooded));
      // What a closed index had in the log is sealed first, so that the log does not wait for it.
      this.#byUuid.set(metadata.uuid, entry);
      this.#byName.set(metadata.name, entry);
      await this.#open(entry);
    }
    entry.state.apply(metadata);
    if (metadata.state === "close") {
      const { shards } = entry;
      // A shard that cannot be flushed stays open: the log must not forget what it holds of it.
      for (const shard of shards) if (shard.failure === undefined) await shard.flush({ force: false });
      entry.shards = [];
      entry.generations = shards.map((shard) => shard.generation);
      entry.closed = shards.map((shard) => closedStats(shard.stats()));
      for (const shard of shards) await shard.close();
    } else if (entry.shards.length === 0) {
      await this.#open(entry);
    }
  }

  async #open(entry: IndexEntry): Promise<void> {
    entry.opening = true;
    try {
      entry.shards = await this.#openShards(entry);
    } finally {
      entry.opening = false;
    }
  }

  async #openShards(entry: IndexEntry): Promise<ShardEngine[]> {
    const { uuid, numberOfShards } = entry.state.metadata;
    const shards: ShardEngine[] = [];
    for (let shard = 0; shard < numberOfShards; shard++) {
      shards.push(await ShardEngine.open(this.#partsOf(entry, shard, entry.generations[shard] ?? 0), this.#logIndex.take(`${uuid}/${shard}`)));
    }
    return shards;
  }

  #partsOf(entry: IndexEntry, shard: number, generation: number): EngineParts {
    const { uuid, name } = entry.state.metadata;
    const { files, log, clock, events, merger, pool, scratchSlots } = this.#options;
    return {
      where: { index: name, uuid, shard },
      key: `${uuid}/${shard}`,
      folder: `indices/${uuid}/${shard}`,
      generation,
      index: entry.state,
      files,
      log,
      clock,
      events,
      merger,
      pool,
      scratchSlots,
      blockCache: this.#blockCache,
      newBuilder: () => new MemorySegmentBuilder({ pool, scratchSlots }),
      releaseMemory: (memory) => this.#memories.release(memory),
      onFlushed: () => this.#trim(),
      onSyncFailed: () => this.#syncFailed(),
    };
  }

  /** Opens a failed shard anew. Never rejects on behalf of the disk: the shard stays failed then. */
  #reopen(entry: IndexEntry, failed: ShardEngine, mode: ReopenMode): Promise<void> {
    const { shard, uuid, index } = failed.where;
    return this.#change(uuid, async () => {
      if (entry.shards[shard] !== failed || failed.failure === undefined) return;
      await failed.abandon();
      const parts = this.#partsOf(entry, shard, failed.generation);
      try {
        if (mode === "empty") await emptyShard(parts);
      } catch (error) {
        this.#options.events.log("error", `[${index}][${shard}] could not be emptied: ${String(error)}`);
      }
      const engine = await ShardEngine.open(parts, undefined, { acceptsLoss: mode === "stale", given: failed.given });
      entry.shards = entry.shards.map((one) => (one === failed ? engine : one));
      // Sealed now, so that the next start does not miss what was given up.
      if (mode === "stale" && engine.failure === undefined) await engine.flush({ force: true });
    });
  }

  /** Removes log files that nobody needs any more. */
  #trim(): void {
    const { log } = this.#options;
    let lowest = Math.min(log.currentFile, this.#logIndex.lowestLog);
    for (const entry of this.#byUuid.values()) {
      // Its shards are on the way: what they are about to replay stands in the log alone.
      if (entry.opening) return;
      for (const shard of entry.shards) lowest = Math.min(lowest, shard.lowestLog);
    }
    this.#upkeep.trim(lowest);
  }
}

/** Throws the error of a failed write; the result of one that succeeded. */
export function orThrow(result: WriteResult): Extract<WriteResult, { ok: true }> {
  if (result.ok) return result;
  throw fromPortableError(result.error);
}
