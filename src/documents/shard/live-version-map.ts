/** The last operation of each `_id` since the last flush, and the versions of documents deleted lately. */
import type { LogPosition } from "../../store/operation-log.ts";
import type { CurrentVersion } from "../write/version-check.ts";

/** An operation that is in the log (or about to be) and not yet in the id runs. */
export interface RecentOperation extends CurrentVersion {
  readonly id: string;
  readonly routing: string | undefined;
  /** Undefined until the operation is appended; then the source is read from the log. */
  position: LogPosition | undefined;
  /** The source while it is not appended yet. */
  source: Uint8Array | undefined;
  /** Sequence number that the id runs have for the id; -1 for none. */
  readonly sealedSeqNo: number;
  /** Its document in the builder that was the `builder`-th of the shard; -1 for a delete. */
  readonly document: number;
  readonly builder: number;
  /** When it was accepted, for forgetting deletes. */
  readonly atMs: number;
}

/** Map of `_id` to last operation. */
export class LiveVersionMap {
  #byId = new Map<string, RecentOperation>();
  /** What a flush under way seals; a newer operation of the same id stands in the map above. */
  #sealing: ReadonlyMap<string, RecentOperation> = new Map();
  /** Deleted documents that were flushed already; pruned after index.gc_deletes. */
  readonly #tombstones = new Map<string, RecentOperation>();

  get(id: string): RecentOperation | undefined {
    return this.#byId.get(id) ?? this.#sealing.get(id) ?? this.#tombstones.get(id);
  }

  /**
   * Sequence number that the id runs have for an id that is known here by the time its next operation is sealed; -1 for
   * none. A tombstone is in the runs itself, and so will be what is being sealed.
   */
  sealedSeqNo(id: string): number {
    const recent = this.#byId.get(id);
    if (recent) return recent.sealedSeqNo;
    return (this.#sealing.get(id) ?? this.#tombstones.get(id))?.seqNo ?? -1;
  }

  /** Puts an operation; answers what is to be given to `restore` when the append fails. */
  set(operation: RecentOperation): RecentOperation | undefined {
    const before = this.#byId.get(operation.id);
    this.#byId.set(operation.id, operation);
    return before;
  }

  restore(id: string, before: RecentOperation | undefined): void {
    if (before === undefined) this.#byId.delete(id);
    else this.#byId.set(id, before);
  }

  /** The last operation of each id since the last flush began, ascending by sequence number. */
  inOrder(): RecentOperation[] {
    return [...this.#byId.values()].sort((a, b) => a.seqNo - b.seqNo);
  }

  /** The last operation of each id that no file holds yet. */
  *unsealed(): Generator<RecentOperation> {
    yield* this.#sealing.values();
    yield* this.#byId.values();
  }

  /** Begins a flush: answers what it is to seal, ascending by sequence number. */
  beginCommit(): RecentOperation[] {
    const operations = this.inOrder();
    this.#sealing = this.#byId;
    this.#byId = new Map();
    return operations;
  }

  /** The flush failed: the next one seals its operations, but for those that were superseded meanwhile. */
  abortCommit(): void {
    for (const [id, operation] of this.#sealing) {
      const newer = this.#byId.get(id);
      this.#byId.set(id, newer ? { ...newer, sealedSeqNo: operation.sealedSeqNo } : operation);
    }
    this.#sealing = new Map();
  }

  /**
   * The flush is done, the id runs hold its operations. Deletes are remembered on as tombstones, those before
   * `forgetBeforeMs` no longer: they are answered.
   */
  sealed(forgetBeforeMs: number): RecentOperation[] {
    for (const [id, operation] of this.#sealing) {
      this.#tombstones.delete(id);
      if (operation.deleted) this.#tombstones.set(id, operation);
    }
    this.#sealing = new Map();
    const forgotten = [...this.#tombstones.values()].filter((operation) => operation.atMs < forgetBeforeMs);
    for (const operation of forgotten) this.#tombstones.delete(operation.id);
    return forgotten;
  }
}
