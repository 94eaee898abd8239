/** Accepts the writes of one shard: version checks, sequence numbers, the log, and the builder of the next segment. */
import { indexClosed } from "../../cluster/index-expressions.ts";
import { assert } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import type { MonotonicClock } from "../../core/clock.ts";
import type { DocumentInput } from "../../mapping/document-parser.ts";
import type { SegmentArenas } from "../../segment/memory/segment-arenas.ts";
import type { SegmentBuilder } from "../../segment/segment-builder.ts";
import { SegmentCorruption } from "../../segment/segment-corruption.ts";
import type { Operation, OperationLog, LogPosition } from "../../store/operation-log.ts";
import { indexBlockedByFullStorage, StorageFull } from "../../store/storage-errors.ts";
import { SourceCorruption } from "../../store/sources/source-file-format.ts";
import type { DocumentsEvents, WriteOptions } from "../documents.ts";
import { documentInput } from "../write/document-input.ts";
import type { IndexState } from "../index-state.ts";
import { LiveVersionMap, type RecentOperation } from "./live-version-map.ts";
import type { ShardSegments } from "./shard-segments.ts";
import type { Sealing, ShardStorage } from "./shard-storage.ts";
import type { ShardOutcome, ShardWrite } from "./shard-write.ts";
import { UncommittedOperations } from "./uncommitted-operations.ts";
import { planUpdate, filterSourceFields, sourceMissing } from "../write/update-plan.ts";
import { abortedGroup, groupConflicts } from "../write/write-group.ts";
import {
  type CurrentVersion,
  nextVersion,
  type ShardName,
  versionConflict,
  writeConflict,
} from "../write/version-check.ts";

/** What a writer works with. */
export interface WriterDependencies {
  readonly where: ShardName;
  /** Name of the shard in the log. */
  readonly key: string;
  readonly index: IndexState;
  readonly log: OperationLog;
  readonly clock: MonotonicClock;
  readonly events: DocumentsEvents;
  readonly segments: ShardSegments;
  readonly arenas: SegmentArenas;
  readonly storage: ShardStorage;
  /** Epoch of the log in which the shard was read. */
  readonly epoch: number;
  newBuilder(): SegmentBuilder;
}

/** The last operation on an id, wherever it is. */
export interface CurrentDocument extends CurrentVersion {
  readonly routing: string | undefined;
  readonly recent: RecentOperation | undefined;
  readonly sealed: Operation | undefined;
}

/** An operation of the batch under way. */
interface Pending {
  readonly operation: Operation;
  readonly entry: RecentOperation;
  /** What the map held before. */
  readonly before: RecentOperation | undefined;
  readonly supersedes: CurrentDocument | undefined;
}

// Bytes of a record beside the id and the source, generously.
const RECORD_OVERHEAD_BYTES = 1024;
// Mapping updates of one document: one usually, more when others change the mapping at the same time.
const MAPPING_ATTEMPTS = 10;
const NOTHING = new Uint8Array(0);

export class ShardWriter {
  readonly #parts: WriterDependencies;
  readonly recent = new LiveVersionMap();
  #builder: SegmentBuilder;
  #builderNumber = 0;
  #nextSeqNo: number;
  #batch: Pending[] = [];
  readonly unsealed = new UncommittedOperations();
  /** A write under way waits until the cluster state has what it brings to the mapping. */
  isExtendingMapping = false;
  #appliedIn: number;
  #broken = false;
  /**
   * Numbers that were given to operations which a failed sync cut: the log is told of them before the next operation.
   */
  #gap: { readonly after: number; readonly to: number } | undefined;

  constructor(parts: WriterDependencies) {
    this.#parts = parts;
    this.#builder = parts.newBuilder();
    this.#nextSeqNo = parts.storage.checkpoint + 1;
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

  get builderBytes(): number {
    return this.#builder.memoryBytes;
  }

  /** Documents in the builder, dead ones included. */
  get builderDocs(): number {
    return this.#builder.docCount;
  }

  /**
   * Accepts writes in order. Resolves when all that were accepted stand in the log, which is not synced yet. Rejects
   * when the log takes none of them; then nothing has changed. `together`: when one is refused, none is accepted.
   */
  async apply(writes: readonly ShardWrite[], together = false): Promise<ShardOutcome[]> {
    assert(this.#batch.length === 0, "a batch is complete before the next one begins");
    this.#appliedIn = this.#parts.log.epoch;
    const conflicts = together ? groupConflicts(writes, (id) => this.current(id), this.#parts.where) : undefined;
    if (conflicts) return conflicts;
    const outcomes: ShardOutcome[] = [];
    const firstDocument = this.#builder.docCount;
    try {
      for (const write of writes) outcomes.push(await this.#accept(write));
      if (together && outcomes.some((outcome) => !outcome.ok)) {
        this.#undo(firstDocument);
        return abortedGroup(writes, outcomes);
      }
      if (this.#batch.length > 0) this.#append();
    } catch (error) {
      this.#undo(firstDocument);
      throw error instanceof StorageFull ? indexBlockedByFullStorage(this.#parts.where.index) : error;
    } finally {
      this.#batch = [];
    }
    return outcomes;
  }

  /**
   * Numbers up to `seqNo` were given to operations that are cut, which someone may have seen: they are not given again.
   */
  leaveOut(seqNo: number): void {
    if (seqNo <= this.maximumSeqNo) return;
    this.#gap = { after: this.maximumSeqNo, to: seqNo };
    this.#nextSeqNo = seqNo + 1;
  }

  /** What came up to `seqNo` is lost, and given up: the next operation follows it. */
  skipTo(seqNo: number): void {
    this.#nextSeqNo = Math.max(this.#nextSeqNo, seqNo + 1);
  }

  /** Takes an operation found in the log when the shard opens. Sequence numbers ascend without gaps. */
  async replay(operation: Operation, position: LogPosition): Promise<void> {
    if (operation.kind === "noop" && operation.previousSeqNo === this.maximumSeqNo) {
      this.#nextSeqNo = operation.seqNo + 1;
      this.unsealed.add(operation, position);
      return;
    }
    assert(operation.seqNo === this.#nextSeqNo, `operation ${operation.seqNo} follows ${this.maximumSeqNo}`);
    const supersedes = operation.previousSeqNo < 0 ? undefined : this.current(operation.id);
    let document = -1;
    if (operation.kind === "index") {
      const input = documentInput(operation);
      await this.#extendMapping(input, true);
      document = this.#index(input, operation.seqNo, operation.primaryTerm);
      this.#builder.locate(document, position.file, position.offset);
    }
    this.#nextSeqNo++;
    const entry = this.#entry(operation, document, supersedes);
    entry.position = position;
    entry.source = undefined;
    this.recent.set(entry);
    if (supersedes) this.#kill(supersedes);
    this.unsealed.add(operation, position);
  }

  /** The last operation on an id; undefined when there is none, or only a delete that is forgotten. */
  current(id: string): CurrentDocument | undefined {
    const recent = this.recent.get(id);
    if (recent)
      return {
        seqNo: recent.seqNo,
        primaryTerm: recent.primaryTerm,
        version: recent.version,
        deleted: recent.deleted,
        routing: recent.routing,
        recent,
        sealed: undefined,
      };
    const sealed = this.#parts.storage.find(id);
    if (!sealed) return undefined;
    return {
      seqNo: sealed.seqNo,
      primaryTerm: sealed.primaryTerm,
      version: sealed.version,
      deleted: sealed.kind === "delete",
      routing: sealed.routing,
      recent: undefined,
      sealed,
    };
  }

  /** The source of a document that is there. */
  sourceOf(document: CurrentDocument): Uint8Array {
    if (document.sealed) return document.sealed.source;
    const { recent } = document;
    if (recent?.source) return recent.source;
    assert(recent?.position, "an operation has its source or its place in the log");
    return this.#parts.log.read(recent.position).operation.source;
  }

  /** Makes a segment of what the builder holds; whether there was anything. */
  freeze(): boolean {
    if (this.#builder.docCount === 0) return false;
    const { segments, storage, arenas } = this.#parts;
    const { segment, deleted } = this.#builder.build(storage.takeGeneration());
    this.#builderNumber++;
    segments.add(arenas.settle(segment), deleted);
    return true;
  }

  /**
   * Begins a flush of all that was accepted so far, and freezes it; until `sealed` or `uncut` the writer still knows of
   * it.
   */
  cut(): Sealing {
    this.freeze();
    this.unsealed.cut();
    return {
      operations: this.recent.cut(),
      checkpoint: this.maximumSeqNo,
      replayFromFile: this.#parts.log.currentFile,
    };
  }

  /** The flush failed; what it was to seal waits for the next one. */
  uncut(): void {
    this.unsealed.restore();
    this.recent.uncut();
  }

  /** Forgets what the flush has sealed; answers the deletes that are no longer worth remembering. */
  sealed(): RecentOperation[] {
    const { clock, index } = this.#parts;
    this.unsealed.sealed();
    return this.recent.sealed(clock.monotonicMs() - index.settings.gcDeletesMs);
  }

  async #accept(write: ShardWrite): Promise<ShardOutcome> {
    try {
      if (write.kind === "delete") return this.#delete(write);
      if (write.kind === "update") return await this.#update(write);
      return await this.#put(
        write,
        write.kind === "create",
        write.generated ? undefined : () => this.current(write.id),
        write.options.routing,
      );
    } catch (error) {
      if (error instanceof SourceCorruption || error instanceof SegmentCorruption) throw error;
      return { ok: false, error };
    }
  }

  /** Indexes a document. The order of the checks is Elasticsearch's: what the document says first, then its version. */
  async #put(
    write: {
      id: string;
      source: Uint8Array;
      options: WriteOptions;
      dynamicTemplates?: Readonly<Record<string, string>> | undefined;
    },
    create: boolean,
    find: (() => CurrentDocument | undefined) | undefined,
    routing: string | undefined,
  ): Promise<ShardOutcome> {
    this.#checkSize(write.id, write.source);
    const input = documentInput({ id: write.id, routing, source: write.source }, write.dynamicTemplates);
    await this.#extendMapping(input);
    const seqNo = this.#nextSeqNo;
    const primaryTerm = this.#term();
    const current = find?.();
    let conflict: string | undefined;
    const document = this.#index(input, seqNo, primaryTerm, () => {
      conflict = writeConflict(current, write.options, create);
      return conflict === undefined;
    });
    if (conflict !== undefined) throw versionConflict(this.#parts.where, write.id, conflict);
    const version = nextVersion(current, write.options);
    this.#take(
      {
        kind: "index",
        seqNo,
        primaryTerm,
        version,
        id: write.id,
        routing,
        previousSeqNo: current?.seqNo ?? -1,
        source: write.source,
      },
      document,
      current,
    );
    return {
      ok: true,
      version,
      seqNo,
      primaryTerm,
      result: current === undefined || current.deleted ? "created" : "updated",
    };
  }

  #delete(write: Extract<ShardWrite, { kind: "delete" }>): ShardOutcome {
    const current = this.current(write.id);
    const conflict = writeConflict(current, write.options, false);
    if (conflict !== undefined) throw versionConflict(this.#parts.where, write.id, conflict);
    const seqNo = this.#nextSeqNo;
    const primaryTerm = this.#term();
    const version = nextVersion(current, write.options);
    this.#take(
      {
        kind: "delete",
        seqNo,
        primaryTerm,
        version,
        id: write.id,
        routing: write.options.routing,
        previousSeqNo: current?.seqNo ?? -1,
        source: NOTHING,
      },
      -1,
      current,
    );
    return {
      ok: true,
      version,
      seqNo,
      primaryTerm,
      result: current === undefined || current.deleted ? "not_found" : "deleted",
    };
  }

  async #update(write: Extract<ShardWrite, { kind: "update" }>): Promise<ShardOutcome> {
    const { spec, id } = write;
    const current = this.current(id);
    const present = current === undefined || current.deleted ? undefined : current;
    const conditions = {
      ifSeqNo: spec.ifSeqNo ?? write.options.ifSeqNo,
      ifPrimaryTerm: spec.ifPrimaryTerm ?? write.options.ifPrimaryTerm,
    };
    if (present) {
      const conflict = writeConflict(present, conditions, false);
      if (conflict !== undefined) throw versionConflict(this.#parts.where, id, conflict);
    }
    const plan = planUpdate(spec, present && this.#filterSourceFields(id, present), this.#parts.where, id);
    const routing = present?.routing ?? write.options.routing;
    const filter = spec.sourceFilter ?? write.sourceFilter;
    const outcome: ShardOutcome =
      plan.write === undefined && present
        ? { ok: true, version: present.version, seqNo: present.seqNo, primaryTerm: present.primaryTerm, result: "noop" }
        : await this.#put({ id, source: plan.write ?? NOTHING, options: {} }, false, () => current, routing);
    if (!outcome.ok || !filter?.fetch) return outcome;
    const get = {
      found: true,
      seqNo: outcome.seqNo,
      primaryTerm: outcome.primaryTerm,
      source: filterSourceFields(plan.document, filter),
      ...(routing === undefined ? {} : { routing }),
    };
    return { ...outcome, get };
  }

  /** The source that an update begins with. Throws 400 where the mapping shows none. */
  #filterSourceFields(id: string, document: CurrentDocument): Uint8Array {
    const source = this.sourceOf(document);
    const { sourceLoader } = this.#parts.index.parser;
    if (!sourceLoader) return source;
    const shown = sourceLoader({ id, routing: document.routing, source });
    if (shown.length === 0) throw sourceMissing(this.#parts.where, id);
    return shown;
  }

  /**
   * Adds what the document needs to the mapping, before anything else happens to it. A closed index takes nothing new,
   * but what is replayed was taken already.
   */
  async #extendMapping(input: DocumentInput, replayed = false): Promise<void> {
    const { index, events } = this.#parts;
    for (let attempt = 0; attempt < MAPPING_ATTEMPTS; attempt++) {
      const update = index.parser.dynamicUpdate(input);
      if (update === undefined) return;
      const { metadata } = index;
      if (metadata.state === "close" && !replayed) throw indexClosed(metadata);
      this.isExtendingMapping = true;
      try {
        index.apply(
          await events.updateMapping({ name: metadata.name, uuid: metadata.uuid }, update, { closed: replayed }),
        );
      } finally {
        this.isExtendingMapping = false;
      }
    }
    throw new RequestError(500, "illegal_state_exception", `the mapping of [${index.metadata.name}] does not settle`);
  }

  /** Adds a document to the builder, unless it is invalid or `accept` says no; answers its number. */
  #index(input: DocumentInput, seqNo: number, primaryTerm: number, accept?: () => boolean): number {
    const builder = this.#builder;
    const document = builder.start(input.id, seqNo, primaryTerm);
    let accepted = false;
    try {
      this.#parts.index.parser.index(input, builder);
      accepted = accept?.() ?? true;
    } finally {
      if (accepted) builder.end(0, 0);
      else builder.abandon();
    }
    return document;
  }

  #take(operation: Operation, document: number, supersedes: CurrentDocument | undefined): void {
    const entry = this.#entry(operation, document, supersedes);
    this.#batch.push({
      operation,
      entry,
      before: this.recent.set(entry),
      supersedes: supersedes?.deleted ? undefined : supersedes,
    });
    this.#nextSeqNo++;
  }

  #entry(operation: Operation, document: number, supersedes: CurrentDocument | undefined): RecentOperation {
    const { seqNo, primaryTerm, version, id, routing, source } = operation;
    const sealedSeqNo = supersedes?.sealed?.seqNo ?? (supersedes?.recent ? this.recent.sealedSeqNo(id) : -1);
    return {
      seqNo,
      primaryTerm,
      version,
      deleted: operation.kind === "delete",
      id,
      routing,
      position: undefined,
      source,
      sealedSeqNo,
      document,
      builder: this.#builderNumber,
      atMs: this.#parts.clock.monotonicMs(),
    };
  }

  #append(): void {
    const { log, key, epoch } = this.#parts;
    const operations = this.#batch.map((pending) => pending.operation);
    const first = operations[0]?.seqNo ?? 0;
    const gap = this.#gap && gapRecord(this.#gap, operations[0]?.primaryTerm ?? 1);
    const positions = log.append(
      key,
      gap ? [gap, ...operations] : operations,
      gap ? gap.previousSeqNo : first - 1,
      epoch,
    );
    this.#appliedIn = log.epoch;
    const gapPosition = gap && positions.shift();
    if (gap && gapPosition) this.unsealed.add(gap, gapPosition);
    this.#gap = undefined;
    this.#batch.forEach(({ operation, entry, supersedes }, at) => {
      const position = positions[at];
      assert(position, "the log answers a position for each operation");
      entry.position = position;
      entry.source = undefined;
      if (entry.document >= 0) this.#builder.locate(entry.document, position.file, position.offset);
      if (supersedes) this.#kill(supersedes);
      this.unsealed.add(operation, position);
    });
  }

  /** Marks the document of a superseded operation as dead, in the builder or in a segment. */
  #kill(document: CurrentDocument): void {
    if (document.deleted) return;
    const { recent } = document;
    if (recent && recent.builder === this.#builderNumber && recent.document >= 0) this.#builder.delete(recent.document);
    else this.#parts.segments.kill(document.seqNo);
  }

  /**
   * Takes back a batch that the log refused. The builder cannot forget, so its documents of before are indexed again
   * from the log into a new one, which is frozen at once: a full disk that refuses one write after the other finds an
   * empty builder then.
   */
  #undo(firstDocument: number): void {
    if (this.isStale) return; // The shard starts over, and what was cut cannot be read again.
    try {
      this.#takeBack(firstDocument);
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  #takeBack(firstDocument: number): void {
    const batch = this.#batch;
    for (let at = batch.length - 1; at >= 0; at--) {
      const pending = batch[at];
      if (!pending) continue;
      this.recent.restore(pending.operation.id, pending.before);
      this.#nextSeqNo--;
    }
    if (this.#builder.docCount === firstDocument) return;
    const builderNumber = this.#builderNumber++;
    this.#builder = this.#parts.newBuilder();
    for (const entry of this.recent.inOrder()) {
      if (entry.builder !== builderNumber || entry.document < 0 || !entry.position) continue;
      const { operation } = this.#parts.log.read(entry.position);
      const input = documentInput(operation);
      const document = this.#index(input, operation.seqNo, operation.primaryTerm);
      this.#builder.locate(document, entry.position.file, entry.position.offset);
    }
    this.freeze();
  }

  #term(): number {
    return this.#parts.index.metadata.primaryTerms[this.#parts.where.shard] ?? 1;
  }

  #checkSize(id: string, source: Uint8Array): void {
    const bytes = source.length + id.length * 3 + RECORD_OVERHEAD_BYTES;
    const { maximumRecordBytes } = this.#parts.log;
    if (bytes <= maximumRecordBytes) return;
    throw new RequestError(
      413,
      "content_too_long_exception",
      `the document [${id}] of [${source.length}] bytes is too large, the limit is [${maximumRecordBytes}] bytes`,
    );
  }
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
