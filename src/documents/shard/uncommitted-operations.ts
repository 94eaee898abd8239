/** What of the log no committed file holds yet: where it stands, and how much it is. */
import type { LogPosition, Operation } from "../../store/operation-log.ts";

interface Share {
  operations: number;
  bytes: number;
  /** Numbers of the log files. */
  readonly files: Set<number>;
}

const newShare = (): Share => ({ operations: 0, bytes: 0, files: new Set() });

export class UncommittedOperations {
  #since = newShare();
  /** What a flush under way seals. */
  #sealing: Share | undefined;

  /** Operations that no flush seals yet. */
  get operations(): number {
    return this.#since.operations;
  }

  /** Their bytes, ids and sources. */
  get bytes(): number {
    return this.#since.bytes;
  }

  /** Numbers of all log files that must stay, ascending. */
  get files(): number[] {
    return [...new Set([...(this.#sealing?.files ?? []), ...this.#since.files])].sort((one, other) => one - other);
  }

  add(operation: Operation, position: LogPosition): void {
    this.#since.files.add(position.file);
    this.#since.operations++;
    this.#since.bytes += operation.source.length + operation.id.length;
  }

  /** A flush begins to seal what is there. */
  beginCommit(): void {
    this.#sealing = this.#since;
    this.#since = newShare();
  }

  /** The flush failed: what it was to seal waits for the next one. */
  abortCommit(): void {
    const sealing = this.#sealing;
    if (!sealing) return;
    for (const file of sealing.files) this.#since.files.add(file);
    this.#since.operations += sealing.operations;
    this.#since.bytes += sealing.bytes;
    this.#sealing = undefined;
  }

  /** The flush is done. */
  sealed(): void {
    this.#sealing = undefined;
  }
}
