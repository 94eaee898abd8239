/**
 * The flushes of a shard: one at a time, beside its writes, gets and refreshes, which wait only while a flush begins
 * and ends.
 */
import type { EngineDependencies } from "./engine-dependencies.ts";
import { type SegmentSnapshot, snapshotOf } from "./segment-files.ts";
import type { ShardCounters } from "./shard-counters.ts";
import type { ShardSegments } from "./shard-segments.ts";
import type { Sealing } from "./sealing.ts";
import type { ShardStorage } from "./shard-storage.ts";
import type { ShardWriter } from "./shard-writer.ts";
import { WorkQueue } from "./work-queue.ts";

/** Flush when so much is not sealed yet. */
export const FLUSH_BYTES = 32 * 1024 * 1024;
export const FLUSH_OPERATIONS = 50_000;
/** Writes wait for the flush under way when so much has come behind it. */
const WAIT_BYTES = 4 * FLUSH_BYTES;
// After a failed flush the next attempt waits, so that a full disk is not hammered.
const RETRY_MS = 5_000;

/** What flushing needs of its shard. */
export interface FlushHost {
  /** Those in use; others once the shard has started over. */
  current(): { readonly writer: ShardWriter; readonly storage: ShardStorage };
  /** Runs `work` between two operations of the shard. Rejects when the shard is closed or failed. */
  between<T>(work: () => T): Promise<T>;
  /** Makes durable what was appended in an epoch of the log; rejects when it was cut since. */
  sync(epoch: number): Promise<void>;
  /** A flush begins, all operations are in frozen segments. */
  begun(): void;
  /** A flush is committed. */
  committed(): void;
  /** Files that searchers read. */
  filesInUse(): ReadonlySet<string>;
}

/** A flush under way, with the writer and the files that it began with. */
interface Flush {
  readonly writer: ShardWriter;
  readonly storage: ShardStorage;
  /** Resolves when all is committed. */
  readonly written: Promise<void>;
}

export class ShardFlushes {
  readonly #parts: EngineDependencies;
  readonly #segments: ShardSegments;
  readonly #counters: ShardCounters;
  readonly #host: FlushHost;
  readonly #queue = new WorkQueue();
  /** Settles with the files of the flush under way; never rejects. */
  #idle: Promise<void> = Promise.resolve();
  /** Not by itself before then. */
  #nextMs = Number.NEGATIVE_INFINITY;
  #due = false;
  #writing = false;

  constructor(parts: EngineDependencies, segments: ShardSegments, counters: ShardCounters, host: FlushHost) {
    this.#parts = parts;
    this.#segments = segments;
    this.#counters = counters;
    this.#host = host;
  }

  /** Resolves when no file of the shard is being written. */
  get idle(): Promise<void> {
    return this.#idle;
  }

  /** The files of a flush are being written. */
  get isWriting(): boolean {
    return this.#writing;
  }

  /** A flush failed a moment ago. */
  get paused(): boolean {
    return this.#parts.clock.monotonicMs() < this.#nextMs;
  }

  /** Resolves when further writes are welcome. */
  async room(): Promise<void> {
    if (this.#host.current().writer.buffer.uncommitted.bytes >= WAIT_BYTES) await this.#idle;
  }

  /** Begins a flush where much is unsealed. Never throws: a failed one is tried again. */
  runDue(): void {
    const { bytes, operations } = this.#host.current().writer.buffer.uncommitted;
    if (this.#due || (bytes < FLUSH_BYTES && operations < FLUSH_OPERATIONS) || this.paused) return;
    this.#due = true;
    const { where, events } = this.#parts;
    void this.run(false, true)
      .catch((error: unknown) => events.log("warn", `[${where.index}][${where.shard}] flush failed: ${String(error)}`))
      .finally(() => {
        this.#due = false;
      });
  }

  /**
   * Seals what the log holds into immutable files and commits them; without `force`, only when there is something to
   * commit.
   */
  run(force: boolean, periodic: boolean): Promise<void> {
    return this.#queue.run("flush", () => this.#flush(force, periodic));
  }

  async #flush(force: boolean, periodic: boolean): Promise<void> {
    const started = this.#parts.clock.monotonicMs();
    const { flush } = await this.#host.between(() => ({ flush: this.#begin(force) }));
    if (!flush) return this.#counters.countFlush(periodic, 0);
    this.#nextMs = started + RETRY_MS;
    try {
      await flush.written;
    } catch (error) {
      // A shard that started over, or closed, has no use for what is taken back here.
      await this.#host.between(() => flush.writer.buffer.abortCommit()).catch(() => undefined);
      throw error;
    }
    await this.#host.between(() => this.#end(flush));
    this.#nextMs = Number.NEGATIVE_INFINITY;
    this.#counters.countFlush(periodic, this.#parts.clock.monotonicMs() - started);
  }

  #begin(force: boolean): Flush | undefined {
    const { writer, storage } = this.#host.current();
    if (!force && writer.buffer.uncommitted.operations === 0 && !storage.uncommitted(this.#segments)) return undefined;
    const sealing = writer.beginCommit();
    this.#host.begun();
    const segments = this.#segments.all.map(snapshotOf);
    for (const { segment } of segments) segment.holders++;
    const written = this.#write(storage, sealing, this.#parts.log.epoch, segments);
    this.#idle = written.catch(() => undefined);
    return { writer, storage, written };
  }

  async #write(
    storage: ShardStorage,
    sealing: Sealing,
    epoch: number,
    segments: readonly SegmentSnapshot[],
  ): Promise<void> {
    this.#writing = true;
    try {
      await this.#host.sync(epoch);
      await storage.commit(segments, sealing, () => this.#host.filesInUse());
    } finally {
      this.#writing = false;
      for (const { segment } of segments) this.#segments.letGo(segment);
    }
  }

  #end({ writer, storage }: Flush): void {
    // A shard that started over has read what this flush committed.
    if (this.#host.current().writer !== writer) return;
    storage.forget(writer.buffer.sealed());
    this.#host.committed();
  }
}
