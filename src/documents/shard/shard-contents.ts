/**
 * What an open shard works with, its files and its writer, and how they are opened, at first and when it starts over.
 */
import { SegmentCorruption } from "../../segment/segment-corruption.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import { type ShardLog, readShardLog } from "./log-index.ts";
import { type OpenedShard, openShard } from "./open-shard.ts";
import type { RetainedHistory } from "./retained-history.ts";
import type { SearcherPublisher } from "./searcher-publisher.ts";
import type { ShardCounters } from "./shard-counters.ts";
import type { ShardHealth } from "./shard-health.ts";
import { ShardReads } from "./shard-reads.ts";
import type { ShardSegments } from "./shard-segments.ts";
import type { ShardStorage } from "./shard-storage.ts";
import type { ShardWriter } from "./shard-writer.ts";

// Log files that an idle shard, or one that was just opened, may keep from being trimmed.
const LOG_FILES_HELD = 2;
// So many operations replayed at a start are sealed soon.
const LONG_REPLAY = 1000;
// Files replaced by merges that an idle shard may keep, in bytes.
const SUPERSEDED_BYTES = 16 * 1024 * 1024;

/** What opening needs of its shard. */
export interface ContentsHost {
  readonly segments: ShardSegments;
  readonly retained: RetainedHistory;
  readonly publisher: SearcherPublisher;
  readonly counters: ShardCounters;
  readonly health: ShardHealth;
  /** Resolves when no file of the shard is being written. */
  idle(): Promise<void>;
  /** The contents are others, everything frozen. */
  opened(): void;
}

export class ShardContents {
  readonly #parts: EngineDependencies;
  readonly #host: ContentsHost;
  /** Undefined before the shard was opened for the first time. */
  #storage!: ShardStorage;
  #writer!: ShardWriter;
  #reads!: ShardReads;
  #loading = false;
  #given: number;
  #longReplay = false;

  /** `given`: the last sequence number that was given, where the shard was open before; -1 for none. */
  constructor(parts: EngineDependencies, host: ContentsHost, given: number) {
    this.#parts = parts;
    this.#host = host;
    this.#given = given;
  }

  get storage(): ShardStorage {
    return this.#storage;
  }

  get writer(): ShardWriter {
    return this.#writer;
  }

  get reads(): ShardReads {
    return this.#reads;
  }

  /** The files are being opened: there is nothing to read yet. */
  get isLoading(): boolean {
    return this.#loading;
  }

  /** Last sequence number that was given to an operation which was cut afterwards; -1 for none. */
  get given(): number {
    return this.#given;
  }

  /** Much was replayed: a flush follows, so that the next start has less to do. */
  get isLongReplay(): boolean {
    return this.#longReplay;
  }

  /** What was replayed is sealed. */
  replaySealed(): void {
    this.#longReplay = false;
  }

  /** Lowest log file that the shard or one of its searchers still reads. */
  get lowestLog(): number {
    const { health, publisher } = this.#host;
    // What may still repair a failed shard must stay.
    if (health.isFailed)
      return Math.min(this.#storage?.replayFromFile ?? 0, this.#storage?.keptLog ?? 0, publisher.lowestLog);
    return Math.min(this.firstUnsealedLog ?? Number.POSITIVE_INFINITY, this.#storage.keptLog, publisher.lowestLog);
  }

  /** Number of the lowest log file that holds what is not sealed; undefined for none. */
  get firstUnsealedLog(): number | undefined {
    return this.#writer?.buffer.uncommitted.files[0];
  }

  get isUncommitted(): boolean {
    return this.#writer.buffer.uncommitted.operations > 0 || this.#storage.uncommitted(this.#host.segments);
  }

  /**
   * Whether an idle shard keeps log or files for its manifest before: another one with the same content lets go of
   * them.
   */
  get holdsFiles(): boolean {
    const { keptLog, supersededBytes } = this.#storage;
    return keptLog < this.#parts.log.currentFile - LOG_FILES_HELD || supersededBytes >= SUPERSEDED_BYTES;
  }

  /**
   * Opens the files and replays the log; without `held` that is read now. Never rejects: what cannot be opened makes
   * the shard fail. `acceptsLoss`: with what there is.
   */
  async load(held?: ShardLog, acceptsLoss = false): Promise<void> {
    const { log, key } = this.#parts;
    const { health } = this.#host;
    health.isAhead = false;
    this.#loading = true;
    if (this.#writer?.isStale) this.#given = Math.max(this.#given, this.#writer.maximumSeqNo);
    await this.#host.idle();
    this.clear();
    const epoch = log.epoch;
    let opened: OpenedShard;
    try {
      opened = await this.#open(held ?? readShardLog(log, key), epoch, acceptsLoss);
    } catch (error) {
      // What it read was cut while it read on: once more.
      if (log.isCutSince(key, epoch)) health.isAhead = true;
      // Replay met damage in a segment: the next attempt makes it again.
      else if (error instanceof SegmentCorruption && health.suspect(error.file)) await this.load(held, acceptsLoss);
      else health.fail(error);
      return;
    } finally {
      this.#loading = false;
    }
    this.#take(opened, acceptsLoss);
  }

  /** A searcher is no longer used: what only it read goes. */
  removeReleased(): void {
    const { health, publisher } = this.#host;
    if (health.isUsable && !this.#loading) this.#storage?.removeReleased(() => publisher.filesInUse());
  }

  /** Lets the segments and the files go. */
  clear(): void {
    this.#host.segments.clear();
    this.#storage?.close();
  }

  #open(held: ShardLog, epoch: number, acceptsLoss: boolean): Promise<OpenedShard> {
    const { segments, retained, publisher, health } = this.#host;
    return openShard(this.#parts, held, {
      segments,
      retainedFrom: () => retained.retainedFrom,
      suspects: health.suspects,
      inUse: publisher.filesInUse(),
      epoch,
      acceptsLoss,
      given: this.#given,
      onFiles: (storage) => (this.#storage = storage),
    });
  }

  #take(opened: OpenedShard, acceptsLoss: boolean): void {
    const { storage, writer, replayed, logged } = opened;
    const { log } = this.#parts;
    const { segments, health } = this.#host;
    this.#writer = writer;
    this.#reads = new ShardReads(this.#parts, segments, storage, writer);
    this.#countFound(opened);
    if (logged > 0) health.tell("debug", `replayed ${replayed} operations`);
    const oldest = this.firstUnsealedLog ?? log.currentFile;
    this.#longReplay = acceptsLoss || replayed >= LONG_REPLAY || oldest < log.currentFile - LOG_FILES_HELD;
    this.#host.opened();
  }

  /** Counts what the shard was opened from. */
  #countFound({ storage, replayed, logged, segments }: OpenedShard): void {
    const { recovery } = this.#host.counters;
    recovery.files = segments;
    recovery.bytes = storage.bytes;
    recovery.replayed += replayed;
    recovery.existing = storage.lastCommit.generation > 0 || logged > 0;
  }
}
