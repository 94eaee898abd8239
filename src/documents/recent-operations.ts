/** The last operation of each `_id` since the last flush, and the versions of documents deleted lately. */
import type { LogPosition } from "../store/operation-log.ts";
import type { CurrentVersion } from "./version-check.ts";

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
export class RecentOperations {
  #byId = new Map<string, RecentOperation>();
  /** Deleted documents that were flushed already; pruned after index.gc_deletes. */
  readonly #tombstones = new Map<string, RecentOperation>();

  /** Number of distinct ids. */
  get size(): number {
    return this.#byId.size;
  }

  get(id: string): RecentOperation | undefined {
    return this.#byId.get(id) ?? this.#tombstones.get(id);
  }

  /** Sequence number that the id runs have for an id that is known here; -1 for none. A tombstone is in the runs itself. */
  sealedSeqNo(id: string): number {
    const recent = this.#byId.get(id);
    return recent ? recent.sealedSeqNo : (this.#tombstones.get(id)?.seqNo ?? -1);
  }

  /** Puts an operation; answers the one it replaced, to be given to `restore` when the append fails. */
  set(operation: RecentOperation): RecentOperation | undefined {
    const before = this.#byId.get(operation.id);
    this.#byId.set(operation.id, operation);
    return before;
  }

  restore(id: string, before: RecentOperation | undefined): void {
    if (before === undefined) this.#byId.delete(id);
    else this.#byId.set(id, before);
  }

  /** The last operation of each id, ascending by sequence number: what a flush seals. */
  inOrder(): RecentOperation[] {
    return [...this.#byId.values()].sort((a, b) => a.seqNo - b.seqNo);
  }

  /** Forgets everything, tombstones too. */
  reset(): void {
    this.#byId = new Map();
    this.#tombstones.clear();
  }

  /**
   * Forgets what the id runs hold from now on. Deletes are remembered on as tombstones, those before `forgetBeforeMs` no longer:
   * they are answered.
   */
  clear(forgetBeforeMs: number): RecentOperation[] {
    for (const [id, operation] of this.#byId) {
      this.#tombstones.delete(id);
      if (operation.deleted) this.#tombstones.set(id, operation);
    }
    this.#byId = new Map();
    const forgotten = [...this.#tombstones.values()].filter((operation) => operation.atMs < forgetBeforeMs);
    for (const operation of forgotten) this.#tombstones.delete(operation.id);
    return forgotten;
  }
}
