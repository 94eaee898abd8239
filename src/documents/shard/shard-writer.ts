/** Accepts the writes of one shard: sequence numbers, batches, and their places in the log. */
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import { assert } from "../../core/assert.ts";
import type { MaybeLater } from "../../core/maybe-later.ts";
import { SegmentCorruption } from "../../segment/segment-corruption.ts";
import type { LogPosition, Operation, ShardOperations } from "../../store/operation-log.ts";
import { SourceCorruption } from "../../store/sources/source-file-format.ts";
import { indexBlockedByFullStorage, StorageFull } from "../../store/storage-errors.ts";
import type { DocumentsEvents, WriteItem } from "../documents.ts";
import { documentInput } from "../write/document-input.ts";
import type { ShardName } from "../write/version-check.ts";
import { type PlannedUpdate, WriteAcceptor } from "./accept-write.ts";
import { type BufferDependencies, type CurrentDocument, IndexingBuffer } from "./indexing-buffer.ts";
import type { RecentOperation } from "./live-version-map.ts";
import { MappingExtension } from "./mapping-extension.ts";
import type { ShardOutcome } from "./shard-outcome.ts";
import type { Sealing } from "./sealing.ts";

/** What a writer works with. */
export interface WriterDependencies extends BufferDependencies {
  readonly where: ShardName;
  readonly clock: Clock & MonotonicClock;
  readonly scripts: ScriptReader;
  /** Name of the shard in the log. */
  readonly key: string;
  readonly events: DocumentsEvents;
  /** Epoch of the log in which the shard was read. */
  readonly epoch: number;
}

/** An operation of the batch under way. */
interface Pending {
  readonly operation: Operation;
  /** Absent where the operation is of no document. */
  readonly entry: RecentOperation | undefined;
  /** What the map held before. */
  readonly before: RecentOperation | undefined;
  readonly supersedes: CurrentDocument | undefined;
}

const NOTHING = new Uint8Array(0);

export class ShardWriter {
  readonly #parts: WriterDependencies;
  readonly buffer: IndexingBuffer;
  readonly mapping: MappingExtension;
  readonly #acceptor: WriteAcceptor;
  #nextSeqNo: number;
  #batch: Pending[] = [];
  /** Documents in the builder when the batch began. */
  #firstDocument = 0;
  #appliedIn: number;
  #broken = false;
  /** Number of the next operation when the batch began. */
  #firstSeqNo = 0;
  /**
   * Last number that the log knows. Numbers between it and the next operation are left out, of which the log is told
   * before that: those of operations that a failed sync cut, or that a leader has superseded.
   */
  #appendedTo: number;
  /** Primary term of the last operation. */
  #lastTerm: number;

  constructor(parts: WriterDependencies) {
    this.#parts = parts;
    this.buffer = new IndexingBuffer(parts);
    this.mapping = new MappingExtension(parts.index, parts.events);
    this.#acceptor = new WriteAcceptor({
      ...parts,
      buffer: this.buffer,
      mapping: this.mapping,
      lookUp: (places, caller) => parts.events.lookUp(places, caller),
      nextSeqNo: () => this.#nextSeqNo,
      take: (operation, document, supersedes) => this.#take(operation, document, supersedes),
    });
    this.#nextSeqNo = parts.storage.checkpoint + 1;
    this.#appendedTo = parts.storage.checkpoint;
    this.#lastTerm = parts.storage.committed.primaryTerm;
    this.#appliedIn = parts.epoch;
  }

  /** What is in memory may not be what the log holds any more: the shard has to start over. */
  get isStale(): boolean {
    return this.#broken || this.#parts.log.isCutSince(this.#parts.key, this.#parts.epoch);
  }

  /** Epoch of the log in which the last batch was appended; or begun, when nothing was. */
  get appliedIn(): number {
    return this.#appliedIn;
  }

  /** Sequence number of the last operation; -1 when there was none. */
  get maximumSeqNo(): number {
    return this.#nextSeqNo - 1;
  }

  /** Last sequence number that stands in the log. */
  get appendedSeqNo(): number {
    return this.#appendedTo;
  }

  /**
   * Accepts writes of a caller in order. Resolves when all that were accepted stand in the log, which is not synced
   * yet. Rejects when the log takes none of them; then nothing has changed.
   */
  async apply(items: readonly WriteItem[], caller?: JsonObject): Promise<ShardOutcome[]> {
    const outcomes = await this.accept(items, caller);
    this.#append();
    return outcomes;
  }

  /**
   * Takes operations of the shard that this one follows, as they are. Numbers without one are left out, and so is what
   * is there already. Otherwise like `apply`; rejects, too, when one of them cannot be indexed.
   */
  async replicate(operations: readonly Operation[], toSeqNo: number): Promise<void> {
    this.#begin();
    try {
      for (const operation of operations) {
        if (operation.seqNo < this.#nextSeqNo) continue;
        await this.#acceptor.replicate(operation);
      }
      // The last numbers may be of operations that are superseded.
      if (toSeqNo >= this.#nextSeqNo) {
        const primaryTerm = operations.at(-1)?.primaryTerm ?? this.#lastTerm;
        const operation = gapRecord({ after: this.maximumSeqNo, to: toSeqNo }, primaryTerm);
        this.#batch.push({ operation, entry: undefined, before: undefined, supersedes: undefined });
        this.#nextSeqNo = toSeqNo + 1;
      }
    } catch (error) {
      this.takeBack();
      throw error;
    }
    this.#append();
  }

  #append(): void {
    if (this.#batch.length === 0) return;
    const { log } = this.#parts;
    try {
      const { shard, operations, expectedPrevious, since } = this.accepted;
      this.appended(log.append(shard, operations, expectedPrevious, since));
    } catch (error) {
      this.takeBack();
      throw error instanceof StorageFull ? indexBlockedByFullStorage(this.#parts.where.index) : error;
    }
  }

  /**
   * Accepts writes in order as a batch, which stands nowhere yet: `appended` or `takeBack` is to follow before anything
   * else. Rejects when none is accepted; then nothing has changed.
   */
  async accept(items: readonly WriteItem[], caller?: JsonObject): Promise<ShardOutcome[]> {
    this.#begin();
    const outcomes: ShardOutcome[] = [];
    try {
      for (const item of items) {
        const outcome = this.#accept(item, caller);
        outcomes.push(outcome instanceof Promise ? await outcome : outcome);
      }
    } catch (error) {
      this.takeBack();
      throw error;
    }
    return outcomes;
  }

  #begin(): void {
    assert(this.#batch.length === 0, "a batch is complete before the next one begins");
    this.#appliedIn = this.#parts.log.epoch;
    this.#firstDocument = this.buffer.docs;
    this.#firstSeqNo = this.#nextSeqNo;
  }

  /** See `WriteAcceptor.planUpdate`. */
  planUpdate(item: WriteItem): PlannedUpdate | undefined {
    return this.#acceptor.planUpdate(item);
  }

  /** What the batch appends to the log. */
  get accepted(): ShardOperations {
    const { key: shard, epoch: since } = this.#parts;
    const operations: Operation[] = [];
    let previous = this.#appendedTo;
    for (const { operation } of this.#batch) {
      const { seqNo, primaryTerm } = operation;
      if (operation.kind !== "noop" && seqNo > previous + 1)
        operations.push(gapRecord({ after: previous, to: seqNo - 1 }, primaryTerm));
      operations.push(operation);
      previous = seqNo;
    }
    const expectedPrevious = operations.length === 0 ? undefined : this.#appendedTo;
    return { shard, operations, expectedPrevious, since };
  }

  /** The batch stands in the log. */
  appended(positions: readonly LogPosition[]): void {
    this.#appliedIn = this.#parts.log.epoch;
    let next = 0;
    const place = (): LogPosition => {
      const position = positions[next++];
      assert(position, "the log answers a position for each operation");
      return position;
    };
    for (const { operation, entry, supersedes } of this.#batch) {
      const { seqNo, primaryTerm } = operation;
      if (operation.kind !== "noop" && seqNo > this.#appendedTo + 1)
        this.buffer.uncommitted.add(gapRecord({ after: this.#appendedTo, to: seqNo - 1 }, primaryTerm), place());
      if (entry) this.buffer.located(operation, entry, { position: place(), supersedes });
      else this.buffer.uncommitted.add(operation, place());
      this.#appendedTo = seqNo;
      this.#lastTerm = primaryTerm;
    }
    this.#batch = [];
  }

  /** The log took nothing of the batch: as if it had not been. */
  takeBack(): void {
    const batch = this.#batch;
    this.#batch = [];
    if (this.isStale) return; // The shard starts over, and what was cut cannot be read again.
    try {
      for (let at = batch.length - 1; at >= 0; at--) {
        const pending = batch[at];
        if (!pending) continue;
        if (pending.entry) this.buffer.recent.restore(pending.operation.id, pending.before);
      }
      this.#nextSeqNo = this.#firstSeqNo;
      this.buffer.forget(this.#firstDocument);
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  /**
   * Numbers up to `seqNo` were given to operations that are cut, which someone may have seen: they are not given again.
   */
  leaveOut(seqNo: number): void {
    if (seqNo <= this.maximumSeqNo) return;
    this.#nextSeqNo = seqNo + 1;
  }

  /** What came up to `seqNo` is lost, and given up: the next operation follows it. */
  skipTo(seqNo: number): void {
    this.#nextSeqNo = Math.max(this.#nextSeqNo, seqNo + 1);
    this.#appendedTo = this.maximumSeqNo;
  }

  /** Takes an operation found in the log when the shard opens. Sequence numbers ascend without gaps. */
  async replay(operation: Operation, position: LogPosition): Promise<void> {
    if (operation.kind === "noop" && operation.previousSeqNo === this.maximumSeqNo) {
      this.#nextSeqNo = operation.seqNo + 1;
      this.buffer.uncommitted.add(operation, position);
      this.#replayed(operation);
      return;
    }
    assert(operation.seqNo === this.#nextSeqNo, `operation ${operation.seqNo} follows ${this.maximumSeqNo}`);
    const supersedes = operation.previousSeqNo < 0 ? undefined : this.buffer.current(operation.id);
    let document = -1;
    if (operation.kind === "index") {
      const input = documentInput(operation);
      await this.mapping.extend(input, true);
      document = this.buffer.index(input, operation.seqNo, operation.primaryTerm);
    }
    this.#nextSeqNo++;
    const entry = this.buffer.entry(operation, document, supersedes);
    this.buffer.recent.set(entry);
    this.buffer.located(operation, entry, { position, supersedes });
    this.#replayed(operation);
  }

  #replayed({ seqNo, primaryTerm }: Operation): void {
    this.#appendedTo = seqNo;
    this.#lastTerm = primaryTerm;
  }

  /** Begins a flush; see `IndexingBuffer.beginCommit`. */
  beginCommit(): Sealing {
    return this.buffer.beginCommit(this.maximumSeqNo, this.#lastTerm);
  }

  #accept(item: WriteItem, caller: JsonObject | undefined): MaybeLater<ShardOutcome> {
    const { index, clock } = this.#parts;
    try {
      const sinceMs = index.settings.slow ? clock.monotonicMs() : undefined;
      const outcome = this.#acceptor.accept(item, caller);
      if (outcome instanceof Promise)
        return outcome.then((accepted) => this.#timed(accepted, sinceMs)).catch(outcomeOfFailure);
      return this.#timed(outcome, sinceMs);
    } catch (error) {
      return outcomeOfFailure(error);
    }
  }

  #timed(outcome: ShardOutcome, sinceMs: number | undefined): ShardOutcome {
    if (sinceMs === undefined || !outcome.ok) return outcome;
    return { ...outcome, tookMs: this.#parts.clock.monotonicMs() - sinceMs };
  }

  #take(operation: Operation, document: number, supersedes: CurrentDocument | undefined): void {
    const entry = this.buffer.entry(operation, document, supersedes);
    this.#batch.push({
      operation,
      entry,
      before: this.buffer.recent.set(entry),
      supersedes: supersedes?.deleted ? undefined : supersedes,
    });
    this.#nextSeqNo = operation.seqNo + 1;
  }
}

/** Throws what is wrong with the shard, not with the write. */
function outcomeOfFailure(error: unknown): ShardOutcome {
  if (error instanceof SourceCorruption || error instanceof SegmentCorruption) throw error;
  return { ok: false, error };
}

/** Tells the log that numbers were left out: the last of them, and the operation before the first. */
function gapRecord({ after, to }: { after: number; to: number }, primaryTerm: number): Operation {
  return {
    kind: "noop",
    seqNo: to,
    primaryTerm,
    version: 1,
    id: "",
    routing: undefined,
    previousSeqNo: after,
    source: NOTHING,
  };
}
