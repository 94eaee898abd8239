/**
 * What of a shard no file holds yet (Elasticsearch's indexing buffer): the builder of the next segment, the last
 * operation of each id, and how much of the log waits for a flush.
 */
import { assert } from "../../core/assert.ts";
import type { MonotonicClock } from "../../core/clock.ts";
import type { DocumentInput } from "../../mapping/document-parser.ts";
import type { SegmentArenas } from "../../segment/memory/segment-arenas.ts";
import type { SegmentBuilder } from "../../segment/segment-builder.ts";
import type { LogPosition, Operation, OperationLog } from "../../store/operation-log.ts";
import type { IndexState } from "../index-state.ts";
import { ChangedIds } from "../changed-ids.ts";
import { documentInput } from "../write/document-input.ts";
import type { CurrentVersion } from "../write/version-check.ts";
import { LiveVersionMap, type RecentOperation } from "./live-version-map.ts";
import { OperationPlaces } from "./operation-places.ts";
import type { ShardSegments } from "./shard-segments.ts";
import type { Sealing } from "./sealing.ts";
import type { ShardStorage } from "./shard-storage.ts";
import { UncommittedOperations } from "./uncommitted-operations.ts";

/** What a buffer works with. */
export interface BufferDependencies {
  readonly index: IndexState;
  readonly log: OperationLog;
  readonly clock: MonotonicClock;
  readonly segments: ShardSegments;
  readonly arenas: SegmentArenas;
  readonly storage: ShardStorage;
  newBuilder(): SegmentBuilder;
  /** Deletes from here on are kept for those who follow the shard; Infinity when nobody does. */
  retainedFrom(): number;
}

/** The last operation on an id, wherever it is. */
export interface CurrentDocument extends CurrentVersion {
  readonly routing: string | undefined;
  readonly recent: RecentOperation | undefined;
  readonly sealed: Operation | undefined;
}

export class IndexingBuffer {
  readonly #parts: BufferDependencies;
  readonly recent = new LiveVersionMap();
  readonly uncommitted = new UncommittedOperations();
  readonly places = new OperationPlaces();
  #builder: SegmentBuilder;
  #builderNumber = 0;
  /** Documents with operations that are in no segment yet. */
  #changed = new ChangedIds();
  /** Those with operations that searches cannot see: of the builder, and of segments that are not published. */
  #unseen = this.#changed;
  readonly #openedMs: number;

  constructor(parts: BufferDependencies) {
    this.#parts = parts;
    this.#openedMs = parts.clock.monotonicMs();
    this.#builder = parts.newBuilder();
  }

  get bytes(): number {
    return this.#builder.memoryBytes;
  }

  /** Documents in the builder, dead ones included. */
  get docs(): number {
    return this.#builder.docCount;
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

  /** Adds a document to the builder, unless it is invalid or `accept` says no; answers its number. */
  index(input: DocumentInput, seqNo: number, primaryTerm: number, accept?: () => boolean): number {
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

  /** Notes an operation as the last one of its id, before it has its place; see `located` and `LiveVersionMap.set`. */
  entry(operation: Operation, document: number, supersedes: CurrentDocument | undefined): RecentOperation {
    const { seqNo, primaryTerm, version, id, routing, source } = operation;
    this.#changed.add(id);
    if (this.#unseen !== this.#changed) this.#unseen.add(id);
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

  /** Notes the place of an operation in the log; what it supersedes is dead from now on. */
  located(
    operation: Operation,
    entry: RecentOperation,
    { position, supersedes }: { position: LogPosition; supersedes: CurrentDocument | undefined },
  ): void {
    entry.position = position;
    entry.source = undefined;
    if (entry.document >= 0) this.#builder.locate(entry.document, position.file, position.offset);
    if (supersedes) this.#kill(supersedes);
    this.uncommitted.add(operation, position);
    this.places.add(operation.seqNo, position);
  }

  /** Where the operations stand that are in no file, in order; of those before the first call the last of each id. */
  placesBetween(from: number, to: number): Iterable<LogPosition> {
    if (!this.places.isKept) {
      const present = [...this.recent.unsealed()];
      this.places.keep(present.flatMap(({ seqNo, position }) => (position ? [{ seqNo, position }] : [])));
    }
    return this.places.between(from, to);
  }

  /** Makes a segment of what the builder holds; whether there was anything. */
  freeze(): boolean {
    const hasDocuments = this.#builder.docCount > 0;
    if (hasDocuments) {
      const { segments, storage, arenas } = this.#parts;
      const { segment, deleted } = this.#builder.build(storage.takeGeneration());
      this.#builderNumber++;
      segments.add(arenas.settle(segment), deleted);
    }
    if (!this.#changed.isEmpty) this.#changed = new ChangedIds();
    return hasDocuments;
  }

  /** Documents that a searcher which is published now would not show as they are. */
  get unseen(): ChangedIds {
    return this.#unseen;
  }

  /** All segments are published: what is unseen from now on is what no segment has. */
  allSegmentsSeen(): void {
    this.#unseen = this.#changed;
  }

  /**
   * Begins a flush of all that was accepted so far, and freezes it; until `sealed` or `abortCommit` it is still known
   * here. `checkpoint`: the last operation, of that term.
   */
  beginCommit(checkpoint: number, primaryTerm: number): Sealing {
    this.freeze();
    this.uncommitted.beginCommit();
    return {
      operations: this.recent.beginCommit(),
      checkpoint,
      primaryTerm,
      replayFromFile: this.#parts.log.currentFile,
      isRemembered: (deleted) => this.#isRemembered(deleted),
      retainedFrom: this.#parts.retainedFrom(),
    };
  }

  /** When a delete was accepted is known of this process only; one from before is as old as the process at least. */
  #isRemembered({ id, seqNo }: Operation): boolean {
    return this.recent.get(id)?.seqNo === seqNo || this.#openedMs >= this.#forgetBeforeMs;
  }

  get #forgetBeforeMs(): number {
    const { clock, index } = this.#parts;
    return clock.monotonicMs() - index.settings.gcDeletesMs;
  }

  /** The flush failed; what it was to seal waits for the next one. */
  abortCommit(): void {
    this.uncommitted.abortCommit();
    this.recent.abortCommit();
  }

  /** Forgets what the flush has sealed; answers the deletes that are no longer worth remembering. */
  sealed(): RecentOperation[] {
    this.uncommitted.sealed();
    this.places.sealed(this.#parts.storage.checkpoint);
    return this.recent.sealed(this.#forgetBeforeMs);
  }

  /**
   * Forgets documents that were added from `firstDocument` on. The builder cannot forget, so its documents of before
   * are indexed again from the log into a new one, which is frozen at once: a full disk that refuses one write after
   * the other finds an empty builder then.
   */
  forget(firstDocument: number): void {
    if (this.#builder.docCount === firstDocument) return;
    const builderNumber = this.#builderNumber++;
    this.#builder = this.#parts.newBuilder();
    for (const entry of this.recent.inOrder()) {
      if (entry.builder !== builderNumber || entry.document < 0 || !entry.position) continue;
      const { operation } = this.#parts.log.read(entry.position);
      const input = documentInput(operation);
      const document = this.index(input, operation.seqNo, operation.primaryTerm);
      this.#builder.locate(document, entry.position.file, entry.position.offset);
    }
    this.freeze();
  }

  /** Marks the document of a superseded operation as dead, in the builder or in a segment. */
  #kill(document: CurrentDocument): void {
    if (document.deleted) return;
    const { recent } = document;
    if (recent && recent.builder === this.#builderNumber && recent.document >= 0) this.#builder.delete(recent.document);
    else this.#parts.segments.kill(document.seqNo);
  }
}
