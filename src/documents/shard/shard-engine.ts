/** One shard: its operations one after another, gets, and the life of its segments. */
import { diskUsage } from "./disk-usage.ts";
import type { Slots } from "../../core/slots.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ShardManifest } from "../../store/manifest/shard-manifest.ts";
import type { GetRequest, GetResult, ShardDiskUsage, ShardStats, WriteItem } from "../documents.ts";
import type {
  LeaseChange,
  OperationsPage,
  OperationsQuery,
  ReplicatedOperations,
  ShardProgress,
} from "../replication.ts";
import { RequestError } from "../../compat/errors.ts";
import { blockOperations } from "../../store/sources/source-record.ts";
import type { CountedWrite } from "./shard-counters.ts";
import type { PlannedUpdate } from "./accept-write.ts";
import type { ShardName } from "../write/version-check.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { ShardLog } from "./log-index.ts";
import { FREEZE_BYTES } from "./open-shard.ts";
import { reloadSegment } from "./segment-files.ts";
import { isDamage } from "./shard-health.ts";
import { type ShardMembers, shardMembers } from "./shard-members.ts";
import type { ShardOutcome } from "./shard-outcome.ts";
import type { ShardSegment } from "./shard-segments.ts";
import { shardStats } from "./shard-stats.ts";
import type { ShardWriter } from "./shard-writer.ts";

/** The turn of a shard in which it accepts writes. */
export interface WriteTurn {
  readonly writer: ShardWriter;
  /** Runs what may meet damage, or fail the shard. */
  guarded<T>(work: () => Promise<T>): Promise<T>;
}

const REPLICATED: ShardOutcome = { ok: true, version: 1, seqNo: 0, primaryTerm: 1, result: "updated" };

export class ShardEngine {
  readonly where: ShardName;
  readonly #parts: EngineDependencies;
  readonly #members: ShardMembers;

  private constructor(parts: EngineDependencies, given: number) {
    this.#parts = parts;
    this.where = parts.where;
    this.#members = shardMembers(parts, given);
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
    const engine = new ShardEngine(parts, given);
    const { recovery } = engine.#members.counters;
    recovery.startMs = parts.clock.now();
    await engine.#members.turns.runAnyway("load", () => engine.#members.contents.load(held, acceptsLoss));
    recovery.endMs = parts.clock.now();
    await engine.#members.publisher.published;
    return engine;
  }

  /** Name of the shard in the log. */
  get key(): string {
    return this.#parts.key;
  }

  /** Why the shard takes no operations; undefined when it does. */
  get failure(): string | undefined {
    return this.#members.health.failure;
  }

  /** Generation of the searcher published last. */
  get generation(): number {
    return this.#members.publisher.generation;
  }

  /** Last sequence number that was given to an operation which was cut afterwards; -1 for none. */
  get given(): number {
    return this.#members.contents.given;
  }

  /** Whether a failed shard is to be opened once more by now. */
  get isRetryDue(): boolean {
    return this.#members.health.isRetryDue;
  }

  /** Lowest log file that the shard or one of its searchers still reads. */
  get lowestLog(): number {
    return this.#members.contents.lowestLog;
  }

  /** Number of the lowest log file that holds what is not sealed; undefined for none. */
  get firstUnsealedLog(): number | undefined {
    return this.#members.contents.firstUnsealedLog;
  }

  get segments(): readonly ShardSegment[] {
    return this.#members.segments.all;
  }

  /** What the shard is at, in words, for reports of what takes long. */
  get activity(): string {
    const { running } = this.#members.turns;
    if (running !== undefined)
      return this.#members.contents.writer?.mapping.isRunning
        ? `a ${running} runs, which waits for a mapping update`
        : `a ${running} runs`;
    return this.#members.flushes.isWriting ? "a flush writes its files" : "nothing runs";
  }

  /** Starts over when the log has cut what the shard holds. */
  checkCut(): void {
    this.#members.turns.checkCut();
  }

  /** The shard goes back to what is durable before it does anything else. */
  startOver(): void {
    this.#members.turns.startOver();
  }

  /** A search, or a merge, met damage in a file: as if it were met here. */
  damaged(file: string): void {
    this.#members.turns.damaged(file);
  }

  /** From now on nothing is written, nor anything that waits for its turn; undefined takes that back. */
  refuse(why: (() => RequestError) | undefined): void {
    this.#members.health.refuse(why);
  }

  /**
   * Accepts writes in order; see `ShardWriter.apply`. What is answered is durable only when the log has synced in the
   * epoch that comes with it.
   */
  async write(
    items: readonly WriteItem[],
    caller?: JsonObject,
  ): Promise<{ outcomes: readonly ShardOutcome[]; epoch: number }> {
    let epoch = 0;
    const outcomes = await this.inTurn(items, async (turn) => {
      const accepted = await turn.guarded(() => turn.writer.apply(items, caller));
      epoch = turn.writer.appliedIn;
      return accepted;
    });
    return { outcomes, epoch };
  }

  /**
   * Takes operations of the shard that this one follows. Resolves when they stand in the log, with its epoch; 409 when
   * the shard is not where they begin.
   */
  async replicate(replicated: ReplicatedOperations): Promise<{ progress: ShardProgress; epoch: number }> {
    const operations = blockOperations(replicated.records, replicated.firstSeqNo);
    const items = operations.map(({ kind, id, source }) => ({ kind, id, source }));
    let epoch = 0;
    let last = -1;
    await this.inTurn(items, async (turn) => {
      const { writer } = turn;
      if (writer.maximumSeqNo < replicated.afterSeqNo) throw notThere(this.where, replicated, writer.maximumSeqNo);
      await turn.guarded(() => writer.replicate(operations, replicated.toSeqNo));
      epoch = writer.appliedIn;
      last = writer.maximumSeqNo;
      return operations.map(() => REPLICATED);
    });
    return { progress: { globalCheckpoint: last, maxSeqNo: last }, epoch };
  }

  /** See `ShardHistory.read`. */
  readOperations(query: OperationsQuery): Promise<OperationsPage> {
    return this.#members.turns.orFail(() => this.#members.history.read(query));
  }

  /** Resolves when it is durable; see `RetainedHistory.change`. */
  changeLease(change: LeaseChange): Promise<void> {
    this.#members.health.checkUsable();
    return this.#members.retained.change(change);
  }

  /** What an update would write now; undefined where it would write nothing, or remove the document. */
  async planUpdate(item: WriteItem): Promise<PlannedUpdate | undefined> {
    let planned: PlannedUpdate | undefined;
    await this.inTurn([], async (turn) => {
      planned = await turn.guarded(async () => turn.writer.planUpdate(item));
      return [];
    });
    return planned;
  }

  /** Lets `work` accept writes in the shard's turn, and counts what it answers. */
  async inTurn(
    items: readonly CountedWrite[],
    work: (turn: WriteTurn) => Promise<readonly ShardOutcome[]>,
  ): Promise<readonly ShardOutcome[]> {
    this.#members.health.checkUsable();
    await this.#members.flushes.room();
    return this.#members.turns.run("write", async () => {
      this.#members.health.checkAccepts();
      const { writer } = this.#members.contents;
      const started = this.#parts.clock.monotonicMs();
      // Before anything is accepted, so that a segment that cannot be made refuses the write.
      if (writer.buffer.bytes >= FREEZE_BYTES) this.#members.refreshes.freeze();
      const outcomes = await work({ writer, guarded: (guarded) => this.#members.turns.orFail(guarded) });
      const ended = this.#parts.clock.monotonicMs();
      this.#members.schedule.markWritten(ended);
      this.#members.counters.countWrites(items, outcomes, ended - started);
      this.#members.flushes.runDue();
      this.#members.history.advanced();
      return outcomes;
    });
  }

  /** Finds a document. Throws RequestError 409 when the version is not the one asked for. */
  async get(request: GetRequest): Promise<GetResult> {
    this.#members.health.checkUsable();
    this.checkCut();
    const started = this.#parts.clock.monotonicMs();
    // What is in flight may still fail: the get waits for it.
    while (
      this.#members.health.isAhead ||
      this.#members.contents.isLoading ||
      this.#members.contents.reads.inFlight(request)
    ) {
      await this.#members.turns.idle();
      this.#members.health.checkUsable();
    }
    const result = await this.#members.turns.orFail(async () => this.#members.contents.reads.get(request));
    this.#members.counters.countGet(result.found, this.#parts.clock.monotonicMs() - started);
    return result;
  }

  /** Makes all operations visible to searches; resolves when searches see them. A closed shard has no searches. */
  refresh(): Promise<void> {
    return this.#members.refreshes.run();
  }

  /** Resolves when searches see the operation; see `ShardRefreshes.waitFor`. */
  waitForRefresh(seqNo: number): Promise<boolean> {
    return this.#members.refreshes.waitFor(seqNo);
  }

  /** A search is coming: an idle shard refreshes first. */
  markSearched(): Promise<void> {
    return this.#members.schedule.markSearched();
  }

  /** A generation is no longer used by searches. */
  release(generation: number): void {
    this.#members.publisher.release(generation);
    this.#members.contents.removeReleased();
  }

  /** What the last flush made durable. */
  get committed(): ShardManifest {
    return this.#members.contents.storage.committed;
  }

  /** Files that somebody held are held no more. */
  filesReleased(): void {
    this.#members.contents.removeReleased();
  }

  /** Begins what is due; see `ShardSchedule.tick`. */
  tick(flushes: Slots): Promise<void> | undefined {
    this.#members.history.tick();
    return this.#members.schedule.tick(flushes);
  }

  /**
   * Seals what the log holds into immutable files and commits them. Without `force`, only when there is something to
   * commit.
   */
  async flush(options: { force: boolean }): Promise<void> {
    await this.#members.flushes.run(options.force, false);
    await this.#members.publisher.published;
  }

  /** Merges down to at most `maxSegments`, or rewrites segments with many deleted documents. */
  async forceMerge(options: {
    maxSegments: number | undefined;
    onlyExpungeDeletes: boolean;
    flush: boolean;
  }): Promise<void> {
    await this.refresh();
    await this.#members.merges.force(options.maxSegments, options.onlyExpungeDeletes);
    if (options.flush) await this.flush({ force: false });
    await this.#members.publisher.published;
  }

  /**
   * Opens segments anew from their files, with nothing of them in memory. Never rejects: what cannot be opened stays as
   * it is.
   */
  async unload(segments: readonly ShardSegment[]): Promise<void> {
    try {
      await this.#members.flushes.idle;
      await this.#members.turns.run("unload", async () => {
        const reloaded = segments.filter((segment) => reloadSegment(this.#parts, this.#members.segments, segment));
        if (reloaded.length > 0) this.#members.refreshes.publish();
      });
    } catch (error) {
      this.#members.health.tell("warn", `segments stay in memory: ${String(error)}`);
    }
  }

  stats(): ShardStats {
    try {
      return shardStats({
        index: this.where.index,
        shard: this.where.shard,
        failure: this.failure,
        segments: this.segments,
        writer: this.#members.contents.writer,
        storage: this.#members.contents.storage,
        counters: this.#members.counters,
        listeners: this.#members.refreshes.waiting,
        retention: this.#members.retained.shown,
        search: this.#members.schedule.searchStats(),
      });
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.damaged(error.file);
      throw this.#members.health.unavailable(`it is being repaired: ${error.message}`);
    }
  }

  /** What fields take on disk. */
  diskUsage(): ShardDiskUsage {
    const { storage } = this.#members.contents;
    const committed = this.segments.filter(({ file }) => file !== undefined);
    return diskUsage(
      committed.map(({ data }) => data.directory),
      { sourceBytes: storage?.sourceBytes ?? 0, storeBytes: this.stats().storeBytes },
    );
  }

  /** Flushes and lets everything go; later calls fail. */
  async close(): Promise<void> {
    if (this.#members.health.isClosed) return;
    try {
      if (!this.#members.health.isFailed) await this.flush({ force: false });
    } catch (error) {
      // All is in the log; the next start replays it.
      this.#members.health.tell("warn", `not flushed on close: ${String(error)}`);
    } finally {
      await this.abandon();
    }
  }

  /** Lets everything go as it is, for a removed index. */
  async abandon(): Promise<void> {
    this.#members.health.close();
    this.#members.history.close();
    await this.#members.flushes.idle;
    this.#members.contents.clear();
  }
}

/** A follower that asked to write behind what the shard has begins again where the shard is. */
function notThere({ index, shard }: ShardName, { afterSeqNo }: ReplicatedOperations, at: number): RequestError {
  return new RequestError(
    409,
    "illegal_state_exception",
    `[${index}][${shard}] stands at sequence number [${at}], the operations follow [${afterSeqNo}]`,
  );
}
