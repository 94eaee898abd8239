/** One shard: its operations one after another, gets, and the life of its segments. */
import { RequestError } from "../../compat/errors.ts";
import type { Slots } from "../../core/slots.ts";
import type { GetRequest, GetResult, ShardStats, WriteItem } from "../documents.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import { type ShardLog, readShardLog } from "./log-index.ts";
import { RefreshListeners } from "./refresh-listeners.ts";
import { SearcherPublisher } from "./searcher-publisher.ts";
import { SegmentCorruption } from "../../segment/segment-corruption.ts";
import { SourceCorruption } from "../../store/sources/source-file-format.ts";
import { ShardCounters } from "./shard-counters.ts";
import { type FlushHost, ShardFlushes } from "./shard-flushes.ts";
import { ShardMerges } from "./shard-merges.ts";
import { ShardReads } from "./shard-reads.ts";
import { reloadSegment } from "./segment-files.ts";
import { type ShardSegment, ShardSegments } from "./shard-segments.ts";
import { shardStats } from "./shard-stats.ts";
import { FREEZE_BYTES, type OpenedShard, openShard } from "./open-shard.ts";
import type { ShardStorage } from "./shard-storage.ts";
import type { ShardOutcome } from "./shard-outcome.ts";
import type { ShardWriter } from "./shard-writer.ts";
import type { ShardName } from "../write/version-check.ts";
import { WorkQueue } from "./work-queue.ts";

// A shard without writes for so long is flushed.
const IDLE_FLUSH_MS = 30_000;
// Log files that an idle shard, or one that was just opened, may keep from being trimmed.
const LOG_FILES_HELD = 2;
// So many operations replayed at a start are sealed soon.
const LONG_REPLAY = 1000;
// A shard that failed with its disk is opened again after so long.
const RETRY_MS = 5_000;
// Files replaced by merges that an idle shard may keep, in bytes.
const SUPERSEDED_BYTES = 16 * 1024 * 1024;

/** The turn of a shard in which it accepts writes. */
export interface WriteTurn {
  readonly writer: ShardWriter;
  /** Runs what may meet damage, or fail the shard. */
  guarded<T>(work: () => Promise<T>): Promise<T>;
}

export class ShardEngine {
  readonly where: ShardName;
  readonly #parts: EngineDependencies;
  readonly #queue = new WorkQueue();
  readonly #segments: ShardSegments;
  readonly #publisher: SearcherPublisher;
  readonly #merges: ShardMerges;
  readonly #flushes: ShardFlushes;
  readonly #counters = new ShardCounters();
  #storage!: ShardStorage;
  /** Undefined before the shard was opened for the first time. */
  #writer!: ShardWriter;
  #reads!: ShardReads;
  /** Last operation that a refresh made visible. */
  #refreshedSeqNo = -1;
  readonly #listeners = new RefreshListeners();
  #lastWriteMs: number;
  #lastSearchMs: number;
  #lastRefreshMs: number;
  /** The log took back what it had not synced: what is in memory may be ahead of it. */
  #ahead = false;
  /** The files are being opened: there is nothing to read yet. */
  #loading = false;
  /** Last sequence number that was given to an operation which was cut afterwards. */
  #given = -1;
  /** Files in which damage was met. */
  readonly #suspects = new Set<string>();
  #failure: string | undefined;
  /** When opening it once more is worthwhile: the disk failed, not what stands on it. */
  #retryMs: number | undefined;
  /** Much was replayed: a flush follows, so that the next start has less to do. */
  #longReplay = false;
  #closed = false;
  /** Why nothing is written any more: the index is being closed or deleted. */
  #refusal: (() => RequestError) | undefined;
  /** A periodic refresh, an idle flush is on its way. */
  #refreshing = false;
  #idleFlushing = false;

  private constructor(parts: EngineDependencies) {
    this.#parts = parts;
    this.where = parts.where;
    const now = parts.clock.monotonicMs();
    this.#lastWriteMs = this.#lastSearchMs = this.#lastRefreshMs = now;
    this.#segments = new ShardSegments((segment) => parts.arenas.release(segment.data));
    this.#publisher = new SearcherPublisher(parts, this.#segments);
    this.#merges = new ShardMerges(parts, this.#segments, this.#counters, {
      takeGeneration: () => this.#storage.takeGeneration(),
      sealedBelow: () => this.#writer.buffer.uncommitted.files[0] ?? parts.log.currentFile,
      commit: (work) => this.#queue.run("merge", async () => work()),
      publish: () => this.#publish(),
      damaged: (file) => this.damaged(file),
    });
    this.#flushes = new ShardFlushes(parts, this.#segments, this.#counters, this.#flushHost());
  }

  /**
   * Opens a shard from its files and what the log holds beyond them; without `held` that is read now. A shard that
   * cannot be opened is there, but failed. `acceptsLoss`: with what there is. `given`: the last sequence number that
   * was given, where it was open before.
   */
  static async open(
    parts: EngineDependencies,
    held: ShardLog | undefined,
    { acceptsLoss = false, given = -1 } = {},
  ): Promise<ShardEngine> {
    const engine = new ShardEngine(parts);
    engine.#given = given;
    engine.#counters.recovery.startMs = parts.clock.now();
    await engine.#queue.run("load", () => engine.#load(held, acceptsLoss));
    engine.#counters.recovery.endMs = parts.clock.now();
    await engine.#publisher.published;
    return engine;
  }

  /** Name of the shard in the log. */
  get key(): string {
    return this.#parts.key;
  }

  /** Why the shard takes no operations; undefined when it does. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Generation of the searcher published last. */
  get generation(): number {
    return this.#publisher.generation;
  }

  /** Last sequence number that was given to an operation which was cut afterwards; -1 for none. */
  get given(): number {
    return this.#given;
  }

  /** Whether a failed shard is to be opened once more by now. */
  get isRetryDue(): boolean {
    return this.#retryMs !== undefined && this.#parts.clock.monotonicMs() >= this.#retryMs;
  }

  /** Lowest log file that the shard or one of its searchers still reads. */
  get lowestLog(): number {
    // What may still repair a failed shard must stay.
    if (this.#failure !== undefined)
      return Math.min(this.#storage?.replayFromFile ?? 0, this.#storage?.keptLog ?? 0, this.#publisher.lowestLog);
    return Math.min(
      this.#writer.buffer.uncommitted.files[0] ?? Number.POSITIVE_INFINITY,
      this.#storage.keptLog,
      this.#publisher.lowestLog,
    );
  }

  /** Starts over when the log has cut what the shard holds. */
  checkCut(): void {
    if (this.#failure === undefined && !this.#loading && !this.#ahead && this.#writer.isStale) this.startOver();
  }

  /** What the shard is at, in words, for reports of what takes long. */
  get activity(): string {
    const { running } = this.#queue;
    if (running !== undefined)
      return this.#writer?.mapping.isRunning
        ? `a ${running} runs, which waits for a mapping update`
        : `a ${running} runs`;
    return this.#flushes.isWriting ? "a flush writes its files" : "nothing runs";
  }

  /** From now on nothing is written, nor anything that waits for its turn; undefined takes that back. */
  refuse(why: (() => RequestError) | undefined): void {
    this.#refusal = why;
  }

  /**
   * Accepts writes in order; see `ShardWriter.apply`. What is answered is durable only when the log has synced in the
   * epoch that comes with it.
   */
  async write(items: readonly WriteItem[]): Promise<{ outcomes: readonly ShardOutcome[]; epoch: number }> {
    let epoch = 0;
    const outcomes = await this.inTurn(items, async (turn) => {
      const accepted = await turn.guarded(() => turn.writer.apply(items));
      epoch = turn.writer.appliedIn;
      return accepted;
    });
    return { outcomes, epoch };
  }

  /** Lets `work` accept writes in the shard's turn, and counts what it answers. */
  async inTurn(
    items: readonly WriteItem[],
    work: (turn: WriteTurn) => Promise<readonly ShardOutcome[]>,
  ): Promise<readonly ShardOutcome[]> {
    this.#checkUsable();
    await this.#flushes.room();
    return this.#run("write", async () => {
      if (this.#refusal) throw this.#refusal();
      const started = this.#parts.clock.monotonicMs();
      // Before anything is accepted, so that a segment that cannot be made refuses the write.
      if (this.#writer.buffer.bytes >= FREEZE_BYTES) this.#freeze();
      const outcomes = await work({ writer: this.#writer, guarded: (guarded) => this.#orFail(guarded) });
      this.#lastWriteMs = this.#parts.clock.monotonicMs();
      this.#counters.countWrites(items, outcomes, this.#lastWriteMs - started);
      this.#flushes.runDue();
      return outcomes;
    });
  }

  /** The shard goes back to what is durable before it does anything else. */
  startOver(): void {
    this.#ahead = true;
    void this.#run("restart", async () => undefined).catch(() => undefined);
  }

  /** Finds a document. Throws RequestError 409 when the version is not the one asked for. */
  async get(request: GetRequest): Promise<GetResult> {
    this.#checkUsable();
    this.checkCut();
    const started = this.#parts.clock.monotonicMs();
    // What is in flight may still fail: the get waits for it.
    while (this.#ahead || this.#loading || this.#reads.inFlight(request)) {
      await this.#queue.idle();
      this.#checkUsable();
    }
    const result = await this.#orFail(async () => this.#reads.get(request));
    this.#counters.countGet(result.found, this.#parts.clock.monotonicMs() - started);
    return result;
  }

  /** Makes all operations visible to searches; resolves when searches see them. A closed shard has no searches. */
  async refresh(): Promise<void> {
    try {
      if (!this.#closed) await this.#run("refresh", async () => this.#refresh());
    } catch (error) {
      if (!this.#closed) throw error; // it was closed while the refresh waited for its turn
    }
    await this.#publisher.published;
  }

  /**
   * Resolves when the operation is visible, or nobody can search it any more, with whether that took a refresh of its
   * own (too many wait). The next refresh comes within `index.refresh_interval`, if that is not -1.
   */
  async waitForRefresh(seqNo: number): Promise<boolean> {
    if (seqNo > this.#refreshedSeqNo && !this.#closed && this.#failure === undefined) {
      if (this.#listeners.count >= this.#parts.index.settings.maximumRefreshListeners) {
        await this.refresh();
        return true;
      }
      await this.#listeners.wait();
    }
    await this.#publisher.published;
    return false;
  }

  /** A search is coming: an idle shard refreshes first. */
  async markSearched(): Promise<void> {
    const { clock, index } = this.#parts;
    const now = clock.monotonicMs();
    const idle = this.#idle(now);
    this.#lastSearchMs = now;
    if (idle && !index.settings.refreshIntervalSet && this.#unrefreshed && this.#failure === undefined)
      await this.refresh();
  }

  /**
   * Seals what the log holds into immutable files and commits them. Without `force`, only when there is something to
   * commit.
   */
  async flush(options: { force: boolean }): Promise<void> {
    await this.#flushes.run(options.force, false);
    await this.#publisher.published;
  }

  /** Merges down to at most `maxSegments`, or rewrites segments with many deleted documents. */
  async forceMerge(options: {
    maxSegments: number | undefined;
    onlyExpungeDeletes: boolean;
    flush: boolean;
  }): Promise<void> {
    await this.refresh();
    await this.#merges.force(options.maxSegments, options.onlyExpungeDeletes);
    if (options.flush) await this.flush({ force: false });
    await this.#publisher.published;
  }

  /**
   * Begins what is due: a refresh, a flush when the shard is idle (as soon as one of `flushes` is free), merges.
   * Answers the refresh, which never rejects; undefined for none.
   */
  tick(flushes: Slots): Promise<void> | undefined {
    if (this.#closed || this.#failure !== undefined || this.#loading) return undefined;
    const now = this.#parts.clock.monotonicMs();
    if (this.#flushIsDue(now)) {
      this.#idleFlushing = true;
      void this.#background("flush", () => flushes.run(() => this.#flushIdle())).finally(
        () => (this.#idleFlushing = false),
      );
    }
    this.#merges.runDue();
    if (this.#refreshing || !this.#refreshIsDue(now)) return undefined;
    this.#refreshing = true;
    return this.#background("refresh", () => this.refresh()).finally(() => (this.#refreshing = false));
  }

  #refreshIsDue(now: number): boolean {
    const { settings } = this.#parts.index;
    const waited = this.#listeners.count > 0; // also for what changes no segment, as a delete of nothing
    if (settings.refreshIntervalMs < 0 || now - this.#lastRefreshMs < settings.refreshIntervalMs) return false;
    return waited || (this.#unrefreshed && (settings.refreshIntervalSet || !this.#idle(now)));
  }

  #flushIsDue(now: number): boolean {
    if (this.#idleFlushing || this.#flushes.paused) return false;
    return this.#longReplay || (now - this.#lastWriteMs >= IDLE_FLUSH_MS && (this.#uncommitted || this.#holdsFiles));
  }

  /** Flushes, unless the shard was written to while it waited for its turn. */
  async #flushIdle(): Promise<void> {
    const isIdle = this.#parts.clock.monotonicMs() - this.#lastWriteMs >= IDLE_FLUSH_MS;
    if (this.#closed || (!isIdle && !this.#longReplay)) return;
    await this.#flushes.run(true, true);
    this.#longReplay = false;
  }

  /** What nobody asked for is reported where it fails. */
  async #background(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#closed) return;
      this.#parts.events.log(
        "error",
        `[${this.where.index}][${this.where.shard}] ${what} failed, and is tried again: ${String(error)}`,
      );
    }
  }

  /** A generation is no longer used by searches. */
  release(generation: number): void {
    this.#publisher.release(generation);
  }

  /** A search, or a merge, met damage in a file: as if it were met here. */
  damaged(file: string): void {
    if (this.#closed || this.#failure !== undefined || this.#suspects.has(file)) return;
    this.#suspects.add(file);
    this.startOver();
  }

  get segments(): readonly ShardSegment[] {
    return this.#segments.all;
  }

  /**
   * Opens segments anew from their files, with nothing of them in memory. Never rejects: what cannot be opened stays as
   * it is.
   */
  async unload(segments: readonly ShardSegment[]): Promise<void> {
    const { events } = this.#parts;
    try {
      await this.#flushes.idle;
      await this.#run("unload", async () => {
        const reloaded = segments.filter((segment) => reloadSegment(this.#parts, this.#segments, segment));
        if (reloaded.length > 0) this.#publish();
      });
    } catch (error) {
      events.log("warn", `[${this.where.index}][${this.where.shard}] segments stay in memory: ${String(error)}`);
    }
  }

  stats(): ShardStats {
    try {
      return this.#stats();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.damaged(error.file);
      throw this.#unavailable(`it is being repaired: ${error.message}`);
    }
  }

  #stats(): ShardStats {
    return shardStats({
      index: this.where.index,
      shard: this.where.shard,
      failure: this.#failure,
      segments: this.#segments.all,
      writer: this.#writer,
      storage: this.#storage,
      counters: this.#counters,
      listeners: this.#listeners.count,
      search: this.#searchStats(),
    });
  }

  /** Flushes and lets everything go; later calls fail. */
  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      if (this.#failure === undefined) await this.flush({ force: false });
    } catch (error) {
      // All is in the log; the next start replays it.
      this.#parts.events.log(
        "warn",
        `[${this.where.index}][${this.where.shard}] not flushed on close: ${String(error)}`,
      );
    } finally {
      await this.abandon();
    }
  }

  /** Lets everything go as it is, for a removed index. */
  async abandon(): Promise<void> {
    this.#closed = true;
    this.#listeners.release();
    await this.#flushes.idle;
    this.#segments.clear();
    this.#storage?.close();
  }

  /** Opens the files, replays the log, publishes the first searcher. Without `held` the log is read now. */
  async #load(held?: ShardLog, acceptsLoss = false): Promise<void> {
    const { log, events, where, key } = this.#parts;
    this.#ahead = false;
    this.#loading = true;
    if (this.#writer?.isStale) this.#given = Math.max(this.#given, this.#writer.maximumSeqNo);
    await this.#flushes.idle;
    this.#segments.clear();
    this.#storage?.close();
    const epoch = log.epoch;
    let opened: OpenedShard;
    try {
      opened = await openShard(this.#parts, held ?? readShardLog(log, key), {
        segments: this.#segments,
        suspects: this.#suspects,
        inUse: this.#publisher.filesInUse(),
        epoch,
        acceptsLoss,
        given: this.#given,
        onFiles: (storage) => (this.#storage = storage),
      });
    } catch (error) {
      // What it read was cut while it read on: once more.
      if (log.isCutSince(key, epoch)) this.#ahead = true;
      // Replay met damage in a segment: the next attempt makes it again.
      else if (error instanceof SegmentCorruption && !this.#suspects.has(error.file)) {
        this.#suspects.add(error.file);
        await this.#load(held, acceptsLoss);
      } else this.#fail(error);
      return;
    } finally {
      this.#loading = false;
    }
    const { storage, writer, replayed, logged } = opened;
    this.#writer = writer;
    this.#reads = new ShardReads(this.#parts, this.#segments, storage, writer);
    this.#countFound(opened);
    if (logged > 0) events.log("debug", `[${where.index}][${where.shard}] replayed ${replayed} operations`);
    const oldest = writer.buffer.uncommitted.files[0] ?? log.currentFile;
    this.#longReplay = acceptsLoss || replayed >= LONG_REPLAY || oldest < log.currentFile - LOG_FILES_HELD;
    this.#makeVisible();
  }

  /** Counts what the shard was opened from. */
  #countFound({ storage, replayed, logged, segments }: OpenedShard): void {
    const { recovery } = this.#counters;
    recovery.files = segments;
    recovery.bytes = storage.bytes;
    recovery.replayed += replayed;
    recovery.existing = storage.lastCommit.generation > 0 || logged > 0;
  }

  /** Runs work of the shard, one after another. */
  #run<T>(what: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(what, async () => {
      this.checkCut();
      // Once more when the log was cut while the shard read it.
      while (this.#ahead && this.#failure === undefined && !this.#closed) await this.#load();
      this.#checkUsable();
      return work();
    });
  }

  #refresh(): void {
    const started = this.#parts.clock.monotonicMs();
    this.#lastRefreshMs = started;
    this.#freeze();
    if (this.#segments.changed) {
      this.#segments.publish();
      this.#publish();
      this.#counters.refresh.timeMs += this.#parts.clock.monotonicMs() - started;
    }
    this.#counters.refresh.total++;
    this.#counters.refresh.externalTotal++;
    this.#refreshedSeqNo = this.#writer.maximumSeqNo;
    this.#listeners.release();
    this.#merges.runDue();
  }

  /**
   * Makes a segment of what was written since the last one. Without memory for it, that stays where it is, and the log
   * says so.
   */
  #freeze(): void {
    try {
      this.#writer.buffer.freeze();
    } catch (error) {
      const { events, where } = this.#parts;
      events.log(
        "error",
        `[${where.index}][${where.shard}] what was written cannot be made a segment: ${String(error)}`,
      );
      throw error;
    }
  }

  /** Publishes the segments as they are. */
  #publish(): void {
    this.#publisher.publish(this.#storage, this.#writer.buffer.uncommitted.files);
  }

  #flushHost(): FlushHost {
    return {
      current: () => ({ writer: this.#writer, storage: this.#storage }),
      between: (work) => this.#run("flush", async () => work()),
      sync: (epoch) => this.#sync(epoch),
      begun: () => this.#makeVisible(),
      committed: () => {
        this.#publish();
        this.#parts.onFlushed();
        this.#merges.runDue();
      },
      filesInUse: () => this.#publisher.filesInUse(),
    };
  }

  /** Publishes what is frozen. */
  #makeVisible(): void {
    this.#segments.publish();
    this.#publish();
    this.#refreshedSeqNo = this.#writer.maximumSeqNo;
    this.#listeners.release();
  }

  /** Makes everything durable that a flush is about to seal; a failure concerns all shards, so the node hears of it. */
  async #sync(epoch: number): Promise<void> {
    try {
      await this.#parts.log.sync(epoch);
    } catch (error) {
      this.#parts.onSyncFailed();
      throw error;
    }
  }

  get #unrefreshed(): boolean {
    return this.#writer.buffer.docs > 0 || this.#segments.changed;
  }

  get #uncommitted(): boolean {
    return this.#writer.buffer.uncommitted.operations > 0 || this.#storage.uncommitted(this.#segments);
  }

  /**
   * Whether an idle shard keeps log or files for its manifest before: another one with the same content lets go of
   * them.
   */
  get #holdsFiles(): boolean {
    const { keptLog, supersededBytes } = this.#storage;
    return keptLog < this.#parts.log.currentFile - LOG_FILES_HELD || supersededBytes >= SUPERSEDED_BYTES;
  }

  #idle(now: number): boolean {
    return now - this.#lastSearchMs >= this.#parts.index.settings.searchIdleAfterMs;
  }

  /**
   * Request errors pass; anything else is our bug or corrupt data, and stops the shard. A file that turns out damaged
   * is first tried to be made again, by starting over.
   */
  async #orFail<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Others may meet the damage before the repair begins.
      if (isDamage(error) && (this.#ahead || !this.#suspects.has(error.file))) {
        this.#suspects.add(error.file);
        if (!this.#ahead) this.startOver();
        throw this.#unavailable(`it is being repaired: ${error.message}`);
      }
      if (this.#failure === undefined && this.#writer.isStale) {
        this.checkCut();
        if (error instanceof RequestError) throw error;
        throw this.#unavailable("it goes back to what is durable after a failed sync");
      }
      if (!(error instanceof RequestError)) this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.#failure = reason;
    this.#retryMs = error instanceof RequestError ? this.#parts.clock.monotonicMs() + RETRY_MS : undefined;
    this.#ahead = false;
    this.#listeners.release();
    this.#parts.events.shardFailed(this.where.index, this.where.shard, reason);
    this.#parts.events.log(
      "error",
      `[${this.where.index}][${this.where.shard}] failed: ${error instanceof Error ? (error.stack ?? reason) : reason}`,
    );
  }

  #checkUsable(): void {
    if (this.#failure === undefined && !this.#closed) return;
    if (this.#closed && this.#refusal) throw this.#refusal();
    throw this.#unavailable(this.#closed ? "it is closed" : `it failed: ${this.#failure}`);
  }

  #unavailable(why: string): RequestError {
    return new RequestError(
      503,
      "unavailable_shards_exception",
      `[${this.where.index}][${this.where.shard}] primary shard is not active: ${why}`,
    );
  }

  #searchStats(): ShardStats["search"] {
    const now = this.#parts.clock.monotonicMs();
    return {
      idle: this.#idle(now) && !this.#parts.index.settings.refreshIntervalSet,
      sinceMs: Math.floor(now - this.#lastSearchMs),
    };
  }
}

/** Damage in a file that can be made again from others. */
function isDamage(error: unknown): error is SourceCorruption | SegmentCorruption {
  return error instanceof SourceCorruption || error instanceof SegmentCorruption;
}
