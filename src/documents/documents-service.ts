/** The write side of a node: all shards over one log. Implements `Documents` on the thread that it runs on. */
import type { Clock, MonotonicClock } from "../core/clock.ts";
import { type PortableError, RequestError, toPortableError } from "../compat/errors.ts";
import { Slots } from "../core/slots.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { indexSortOf } from "../cluster/index-sort.ts";
import { MemorySegmentBuilder } from "../segment/memory-segment-builder.ts";
import type { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { StoredScripts } from "../scripting/stored-scripts.ts";
import type { MemoryPool } from "../segment/memory/memory-pool.ts";
import { SegmentArenas } from "../segment/memory/segment-arenas.ts";
import { nextSegmentId } from "../segment/segment-id.ts";
import type { Files } from "../store/files.ts";
import type { OperationLog } from "../store/operation-log.ts";
import { BlockCache } from "../store/sources/block-cache.ts";
import { emptyShard } from "./shard/empty-shard.ts";
import type { EngineDependencies } from "./shard/engine-dependencies.ts";
import { FileHolds } from "./shard/file-holds.ts";
import { ShardImports } from "./shard/shard-imports.ts";
import type { ShardManifest } from "../store/manifest/shard-manifest.ts";
import { ColdSegments } from "./shard/cold-segments.ts";
import { documentIds } from "./write/document-ids.ts";
import type {
  BulkAnswer,
  BulkOptions,
  Documents,
  DocumentsEvents,
  GetRequest,
  GetResult,
  HeldFiles,
  ImportedPiece,
  WriteRequestOptions,
  ReopenMode,
  ShardDiskUsage,
  ShardStats,
  WritePressure,
  WriteItem,
  WriteResult,
} from "./documents.ts";
import { holdIndexFiles } from "./held-files.ts";
import type {
  LeaseChange,
  OperationsPage,
  OperationsQuery,
  ReplicatedOperations,
  ShardProgress,
} from "./replication.ts";
import type { ResizePlan } from "./resize/resize-plan.ts";
import { seedIndex } from "./resize/seed-index.ts";
import type { StoredShards, StoredShardsHost } from "./stored/stored-shards.ts";
import { HeldIndices } from "./held-indices.ts";
import { type IndexEntry, indexNotFound } from "./index-entry.ts";
import { IndexState, type ParserFactory } from "./index-state.ts";
import { LogIndex } from "./shard/log-index.ts";
import { LogUpkeep } from "./log-upkeep.ts";
import type { Merger } from "./shard/merger.ts";
import { SegmentMemories } from "./shard/segment-memories.ts";
import { ShardEngine } from "./shard/shard-engine.ts";
import {
  type ByQueryScript,
  type FoundDocument,
  type ScriptedDocument,
  scriptedDocument,
} from "./write/by-query-script.ts";
import type { FoundDocuments } from "./write/found-documents.ts";
import type { Ingest } from "./write/ingest.ts";
import { countWritten, type FoundWrite, type FoundWritten, itemsOfFound } from "./write/write-found.ts";
import { WriteNames } from "./write/write-names.ts";
import { WriteService } from "./write/write-service.ts";
import { routingMissing } from "./write/write-validation.ts";

/** What the service is built from. */
export interface DocumentsOptions {
  readonly files: Files;
  readonly log: OperationLog;
  /** Where shards are stored beside the disk; nowhere when absent. */
  readonly storing?: ((host: StoredShardsHost) => StoredShards) | undefined;
  readonly clock: Clock & MonotonicClock;
  readonly events: DocumentsEvents;
  readonly merger: Merger;
  /** Memories of the segments that are built and loaded on this thread. */
  readonly pool: MemoryPool;
  /** Bytes of segments in memory above which those that are not searched go; no limit by default. */
  readonly segmentBytes?: number;
  /** Slots of scratch in each segment's memory: as many as search threads. */
  readonly scratchSlots: number;
  readonly parserOf: ParserFactory;
  /** Makes programs of the scripts of updates. */
  readonly scripts: ScriptCompiler;
  /** Runs the pipelines of what is written. */
  readonly ingest: Ingest;
  /**
   * Memories of segments were let go. Their pages come free when every thread that knew them has collected its garbage,
   * which none does by itself for them.
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
// An idle flush is in no hurry, and many indices become idle together.
const IDLE_FLUSHES_AT_A_TIME = 2;

/** A primary gives fewer searchers out in its term. */
const GENERATIONS_OF_TERM = 1_000_000;

export class DocumentsService implements Documents {
  readonly #options: DocumentsOptions;
  readonly #logIndex: LogIndex;
  readonly #blockCache = new BlockCache();
  readonly #indices: HeldIndices;
  readonly #names: WriteNames;
  readonly #writes: WriteService;
  readonly #memories: SegmentMemories;
  readonly #arenas: SegmentArenas;
  readonly #cold: ColdSegments;
  /** Idle flushes wait for each other, and nothing else for them. */
  readonly #idleFlushes = new Slots(IDLE_FLUSHES_AT_A_TIME);
  readonly #upkeep: LogUpkeep;
  readonly #stopTicking: () => void;
  readonly #holds = new FileHolds();
  readonly #imports: ShardImports;
  readonly #stored: StoredShards | undefined;

  /** Reads the whole log once, which cuts a torn tail. */
  constructor(options: DocumentsOptions) {
    this.#options = options;
    this.#logIndex = new LogIndex(options.log, options.events);
    this.#imports = new ShardImports(options.files, options.log);
    this.#upkeep = new LogUpkeep(options.log, options.clock, options.events);
    this.#memories = new SegmentMemories(options.pool, options.clock, options.collectGarbage ?? (() => undefined));
    this.#cold = new ColdSegments(options.segmentBytes ?? Number.POSITIVE_INFINITY, options.clock);
    this.#arenas = new SegmentArenas(options.pool, nextSegmentId, (memory) => this.#memories.release(memory));
    this.#indices = new HeldIndices({
      clock: options.clock,
      stateOf: (metadata) => new IndexState(metadata, options.parserOf, options.isFlooded),
      openShards: (entry) => this.#openShards(entry, ownShards(entry)),
      placeShards: (entry) => this.#placeShards(entry),
      discard: (uuid) => this.#discard(uuid),
      warn: (message) => options.events.log("warn", message),
    });
    this.#stored = options.storing?.(this.#storingHost());
    this.#names = new WriteNames(this.#indices, options.events);
    this.#writes = new WriteService({
      clock: options.clock,
      ids: documentIds(options.clock, options.entropy),
      log: options.log,
      ingest: options.ingest,
      maximumBytesUnderWay: options.maximumBytesUnderWay,
      sync: (epoch) => this.#sync(epoch),
      names: this.#names,
      embed: (endpoint, inputs, chunking) => options.events.embed(endpoint, inputs, chunking),
      askNode: (node, method, args) => options.events.askNode(node, method, args),
      tell: (level, message) => options.events.log(level, message),
    });
    this.#stopTicking = options.every?.(TICK_MS, () => void this.tick()) ?? (() => undefined);
  }

  async wasClosedInOrder(): Promise<boolean> {
    return this.#options.log.isClean;
  }

  applyIndex(metadata: IndexMetadata): Promise<void> {
    this.#imports.forget(metadata.uuid);
    return this.#indices.apply(metadata);
  }

  followScripts(scripts: StoredScripts): void {
    this.#options.scripts.follow(scripts);
  }

  removeIndex(uuid: string): Promise<void> {
    this.#imports.forget(uuid);
    return this.#indices.remove(uuid);
  }

  async retainOnly(uuids: readonly string[]): Promise<void> {
    this.#logIndex.clear();
    for (const uuid of this.#options.files.list("indices"))
      if (!uuids.includes(uuid) && !this.#imports.has(uuid)) await this.removeIndex(uuid);
    await this.#stored?.retainOnly(uuids);
    this.#trim();
  }

  write(items: readonly WriteItem[], options: WriteRequestOptions): Promise<WriteResult[]> {
    return this.#writes.write(items, options);
  }

  async writeFound(found: FoundDocuments, write: FoundWrite, options: WriteRequestOptions): Promise<FoundWritten> {
    return countWritten(await this.#writes.write(itemsOfFound(found, write), options));
  }

  get(requests: readonly GetRequest[]): Promise<(GetResult | PortableError)[]> {
    return Promise.all(
      requests.map(async (request) => {
        try {
          const entry = await this.#names.ready(request.index);
          entry.state.checkBlocks("read");
          const { routing } = entry.state;
          if (routing.required && request.routing === undefined) throw routingMissing(request.index, request.id);
          const shard = routing.shardOf(request.id, request.routing);
          const node = entry.elsewhere(shard);
          if (node === undefined || node === null) return await entry.shard(shard).get(request);
          const [found] = await this.#options.events.askNode<(GetResult | PortableError)[]>(node, "get", [[request]]);
          return found ?? toPortableError(entry.unavailable(shard));
        } catch (error) {
          return toPortableError(error);
        }
      }),
    );
  }

  async runScript(script: ByQueryScript, documents: readonly FoundDocument[]): Promise<ScriptedDocument[]> {
    const { scripts, clock } = this.#options;
    const nowMs = clock.now();
    return documents.map((document) => scriptedDocument(script, document, { scripts, nowMs }));
  }

  bulk(options: BulkOptions, body: Uint8Array): Promise<BulkAnswer> {
    return this.#writes.bulk(options, body);
  }

  async bulkStart(options: BulkOptions, expectedBytes: number): Promise<number> {
    return this.#writes.bulks.start(options, expectedBytes);
  }

  bulkChunk(handle: number, chunk: Uint8Array): Promise<void> {
    return this.#writes.bulks.chunk(handle, chunk);
  }

  bulkEnd(handle: number): Promise<BulkAnswer> {
    return this.#writes.bulks.end(handle);
  }

  async bulkAbort(handle: number): Promise<void> {
    this.#writes.bulks.abort(handle);
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

  async forceMerge(
    uuids: readonly string[],
    options: { maxSegments: number | undefined; onlyExpungeDeletes: boolean; flush: boolean },
  ): Promise<void> {
    for (const shard of this.#shards(uuids)) await shard.forceMerge(options);
  }

  async stats(uuids: readonly string[]): Promise<ShardStats[]> {
    return uuids.flatMap((uuid) => {
      const entry = this.#indices.byUuid(uuid);
      if (!entry) return [];
      return entry.isOpen ? entry.shards.map((shard) => shard.stats()) : entry.closed;
    });
  }

  async diskUsage(uuids: readonly string[]): Promise<ShardDiskUsage[][]> {
    return uuids.map((uuid) => this.#indices.byUuid(uuid)?.shards.map((shard) => shard.diskUsage()) ?? []);
  }

  async resize(plan: ResizePlan): Promise<void> {
    const { files, log, scratchSlots } = this.#options;
    const entry = this.#indices.byUuid(plan.source);
    await entry?.following;
    for (const { where, failure } of entry?.shards ?? [])
      if (failure !== undefined) throw shardUnavailable(where, failure);
    await this.flush([plan.source], { force: true });
    try {
      await seedIndex({ files, memories: this.#arenas, scratchSlots, currentLog: log.currentFile }, plan);
      for (let shard = 0; shard < plan.target.numberOfShards; shard++)
        await this.#stored?.storeNew(plan.target.uuid, shard);
    } catch (error) {
      await this.removeIndex(plan.target.uuid);
      throw error;
    }
  }

  release(uuid: string, shard: number, generation: number): void {
    this.#indices.byUuid(uuid)?.find(shard)?.release(generation);
  }

  damaged(uuid: string, shard: number, file: string): void {
    this.#indices.byUuid(uuid)?.find(shard)?.damaged(file);
  }

  async reopen(uuid: string, shard: number, mode: ReopenMode): Promise<void> {
    const entry = this.#indices.byUuid(uuid);
    const failed = entry?.find(shard);
    if (entry && failed) await this.#reopen(entry, failed, mode);
  }

  async holdFiles(uuid: string): Promise<HeldFiles> {
    const entry = this.#indices.byUuid(uuid);
    if (!entry) throw indexNotFound(uuid);
    return holdIndexFiles(entry, this.#options.files, this.#holds);
  }

  async releaseFiles(hold: number): Promise<void> {
    this.#holds.release(hold);
    for (const entry of this.#indices.all) for (const shard of entry.shards) shard.filesReleased();
  }

  importFile({ uuid, shard, path, isLast }: ImportedPiece, piece: Uint8Array): Promise<void> {
    return this.#imports.write(uuid, shard, path, piece, isLast);
  }

  async importShard(uuid: string, shard: number, manifest: ShardManifest): Promise<void> {
    await this.#imports.commit(uuid, shard, manifest);
    await this.#stored?.storeNew(uuid, shard);
  }

  async readOperations(query: OperationsQuery): Promise<OperationsPage> {
    return (await this.#shard(query)).readOperations(query);
  }

  async replicate(operations: ReplicatedOperations): Promise<ShardProgress> {
    const { progress, epoch } = await (await this.#shard(operations)).replicate(operations);
    await this.#sync(epoch);
    return progress;
  }

  async changeLease(uuid: string, shard: number, change: LeaseChange): Promise<void> {
    await (await this.#shard({ uuid, shard })).changeLease(change);
  }

  async close(): Promise<void> {
    await this.#indices.close();
    this.#stopTicking();
    await this.#stored?.close();
    await this.#options.log.close();
  }

  async pressure(): Promise<WritePressure> {
    return this.#writes.pressure;
  }

  /**
   * Does what is due: begins periodic refreshes, idle flushes and merges, which do not wait for each other. Resolves
   * when the refreshes that it began are done. Never rejects.
   */
  async tick(): Promise<void> {
    const refreshes: Promise<void>[] = [];
    for (const entry of this.#indices.all) {
      for (const shard of entry.shards) {
        this.#guard(`of [${shard.where.index}][${shard.where.shard}]`, () => {
          if (shard.isRetryDue && !entry.following) void this.#reopen(entry, shard, "retry").catch(() => undefined); // what failed is told where it failed
          const refresh = shard.tick(this.#idleFlushes);
          if (refresh) refreshes.push(refresh);
        });
      }
    }
    this.#guard("of the indices", () => this.#indices.tick());
    this.#guard("of the log", () => this.#trim());
    this.#guard("of the file store", () => this.#stored?.tick());
    void this.#upkeep.noteEnd().catch(() => this.#syncFailed());
    this.#guard("of memories", () => this.#memories.tick());
    refreshes.push(this.#dropCold());
    await Promise.all(refreshes);
  }

  async #dropCold(): Promise<void> {
    try {
      await this.#cold.tick(() => this.#allShards());
    } catch (error) {
      this.#options.events.log("error", `background work of segments failed, and is tried again: ${String(error)}`);
    }
  }

  /** What nobody asked for is reported where it fails. */
  #guard(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.events.log("error", `background work ${what} failed, and is tried again: ${String(error)}`);
    }
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
    for (const entry of this.#indices.all) for (const shard of entry.shards) shard.checkCut();
  }

  *#allShards(): Iterable<ShardEngine> {
    for (const entry of this.#indices.all)
      for (const shard of entry.shards) if (shard.failure === undefined) yield shard;
  }

  /** Open shards that work. */
  #shards(uuids: readonly string[]): ShardEngine[] {
    const entries = uuids
      .map((uuid) => this.#indices.byUuid(uuid))
      .filter((entry) => entry?.wantsOpen === true && !entry.removed);
    return entries.flatMap((entry) => entry?.shards ?? []).filter((shard) => shard.failure === undefined);
  }

  /** An open shard. */
  async #shard({ uuid, shard }: { readonly uuid: string; readonly shard: number }): Promise<ShardEngine> {
    const entry = this.#indices.byUuid(uuid);
    if (!entry) throw indexNotFound(uuid);
    return (await this.#names.ready(entry.state.metadata.name)).shard(shard);
  }

  /** Forgets an index that is gone. */
  #discard(uuid: string): void {
    this.#logIndex.drop(uuid);
    this.#stored?.remove(uuid);
    this.#options.files.remove(`indices/${uuid}`);
    this.#trim();
  }

  async #openShards(entry: IndexEntry, own: readonly number[]): Promise<ShardEngine[]> {
    const { metadata } = entry.state;
    const shards: ShardEngine[] = [];
    const replayed = own.filter((shard) => (metadata.replays?.[shard]?.length ?? 0) > 0);
    await this.#stored?.fetch(
      metadata,
      own.filter((shard) => !replayed.includes(shard)),
    );
    for (const shard of own) {
      const isReplayed = this.#stored !== undefined && replayed.includes(shard);
      if (isReplayed) await this.#takeOver(metadata, shard);
      // Searchers of the node that had it are elsewhere, and older.
      const generation = isReplayed ? (metadata.primaryTerms[shard] ?? 1) * GENERATIONS_OF_TERM : 0;
      const parts = this.#partsOf(entry, shard, Math.max(generation, entry.generations.get(shard) ?? 0));
      const held = isReplayed ? undefined : this.#logIndex.take(parts.key);
      shards.push(await ShardEngine.open(parts, held));
      this.#stored?.changed(metadata.uuid, shard);
    }
    return shards;
  }

  async #takeOver(metadata: IndexMetadata, shard: number): Promise<void> {
    const { clock, events } = this.#options;
    const started = clock.monotonicMs();
    const count = await this.#stored?.takeOver(metadata, shard, metadata.replays?.[shard] ?? []);
    const took = Math.round(clock.monotonicMs() - started);
    const what = `${count} operations of the logs of nodes that had it`;
    events.log("info", `[${metadata.name}][${shard}] was taken over in ${took} ms, with ${what}`);
  }

  /** Another node may have shards that were here, and this one those of others. */
  async #placeShards(entry: IndexEntry): Promise<void> {
    const left = entry.shards.filter(({ where }) => entry.elsewhere(where.shard) !== undefined);
    for (const shard of left) {
      shard.refuse(() => entry.unavailable(shard.where.shard));
      await shard.abandon();
    }
    entry.shards = entry.shards.filter((shard) => !left.includes(shard));
    const missing = ownShards(entry).filter((shard) => !entry.find(shard));
    const opened = await this.#openShards(entry, missing);
    entry.shards = [...entry.shards, ...opened].sort((one, other) => one.where.shard - other.where.shard);
  }

  #storingHost(): StoredShardsHost {
    const { files, clock, events } = this.#options;
    const [entries, entry] = [() => this.#indices.all, (uuid: string) => this.#indices.byUuid(uuid)];
    return { files, clock, events, holds: this.#holds, entries, entry };
  }

  #partsOf(entry: IndexEntry, shard: number, generation: number): EngineDependencies {
    const { uuid, name } = entry.state.metadata;
    const { files, log, clock, events, merger, pool, scratchSlots, scripts } = this.#options;
    return {
      where: { index: name, uuid, shard },
      key: `${uuid}/${shard}`,
      folder: `indices/${uuid}/${shard}`,
      generation,
      index: entry.state,
      scripts,
      files,
      log,
      clock,
      events,
      merger,
      pool,
      scratchSlots,
      blockCache: this.#blockCache,
      arenas: this.#arenas,
      newBuilder: () =>
        new MemorySegmentBuilder({
          pool: this.#arenas,
          scratchSlots,
          order: indexSortOf(entry.state.metadata.settings),
        }),
      heldFiles: () => this.#holds.below(`indices/${uuid}/${shard}`),
      releaseMemory: (memory) => this.#memories.release(memory),
      onFlushed: () => {
        this.#stored?.changed(uuid, shard);
        this.#trim();
      },
      onSyncFailed: () => this.#syncFailed(),
    };
  }

  /** Opens a failed shard anew. Never rejects on behalf of the disk: the shard stays failed then. */
  #reopen(entry: IndexEntry, failed: ShardEngine, mode: ReopenMode): Promise<void> {
    const { shard, index } = failed.where;
    return this.#indices.change(entry, async () => {
      if (entry.find(shard) !== failed || failed.failure === undefined) return;
      await failed.abandon();
      const parts = this.#partsOf(entry, shard, failed.generation);
      try {
        if (mode === "empty") await emptyShard(parts);
      } catch (error) {
        this.#options.events.log("error", `[${index}][${shard}] could not be emptied: ${String(error)}`);
      }
      const engine = await ShardEngine.open(parts, undefined, { acceptsLoss: mode === "stale", given: failed.given });
      entry.shards = entry.shards.map((one) => (one === failed ? engine : one));
      this.#stored?.changed(entry.state.metadata.uuid, shard);
      // Sealed now, so that the next start does not miss what was given up.
      if (mode === "stale" && engine.failure === undefined) await engine.flush({ force: true });
    });
  }

  /** Removes log files that nobody needs any more. */
  #trim(): void {
    const { log } = this.#options;
    let lowest = Math.min(log.currentFile, this.#logIndex.lowestLog);
    for (const entry of this.#indices.all) {
      // Its shards are on the way: what they are about to replay stands in the log alone.
      if (entry.opening) return;
      for (const shard of entry.shards) lowest = Math.min(lowest, shard.lowestLog);
    }
    this.#upkeep.trim(lowest);
  }
}

/** Numbers of the shards that are this node's. */
function ownShards(entry: IndexEntry): number[] {
  const numbers = Array.from(Array(entry.state.metadata.numberOfShards).keys());
  return numbers.filter((shard) => entry.elsewhere(shard) === undefined);
}

function shardUnavailable({ index, shard }: EngineDependencies["where"], failure: string): RequestError {
  return new RequestError(
    503,
    "unavailable_shards_exception",
    `[${index}][${shard}] primary shard is not active: ${failure}`,
  );
}
