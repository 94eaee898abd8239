/**
 * What the log knows of each shard: its number, its last term and sequence number, and the state to return to when a
 * sync fails.
 */
import { AssertionError } from "../../core/assert.ts";
import type { Operation } from "../operation-log.ts";

/** State of one shard. */
export interface ShardFence {
  readonly name: string;
  readonly number: number;
  /** Last file with a definition of the number, or a record; 0 for none. */
  definedIn: number;
  lastTerm: number;
  /** Last sequence number appended; undefined when the log has seen nothing of the shard. */
  lastSeqNo: number | undefined;
  /** Epoch that began with a cut of the shard's records; 0 for never. */
  cutIn: number;
}

type Past = Pick<ShardFence, "definedIn" | "lastTerm" | "lastSeqNo">;

export class ShardFences {
  readonly #byName = new Map<string, ShardFence>();
  /**
   * State of each shard before its first change since the start of the last sync, and since the start of the sync
   * before that.
   */
  #unsynced = new Map<ShardFence, Past>();
  #syncing = new Map<ShardFence, Past>();

  /** The shard's fence, created on first use. */
  of(name: string): ShardFence {
    let fence = this.#byName.get(name);
    if (!fence) {
      fence = { name, number: this.#byName.size, definedIn: 0, lastTerm: 0, lastSeqNo: undefined, cutIn: 0 };
      this.#byName.set(name, fence);
    }
    return fence;
  }

  /** Rejects operations of an older term, or at a position other than the writer expects. */
  check(fence: ShardFence, operations: readonly Operation[], expectedPrevious: number | undefined): void {
    let term = fence.lastTerm;
    for (const { primaryTerm } of operations) {
      if (primaryTerm < term)
        throw new AssertionError(`term ${primaryTerm} of shard [${fence.name}] is older than ${term}`);
      term = primaryTerm;
    }
    const { lastSeqNo } = fence;
    if (expectedPrevious === undefined || lastSeqNo === undefined || expectedPrevious === lastSeqNo) return;
    throw new AssertionError(
      `shard [${fence.name}] stands at sequence number ${lastSeqNo}, the writer expected ${expectedPrevious}`,
    );
  }

  /** Records that operations were appended to file number `file`. */
  advance(fence: ShardFence, last: Operation, file: number): void {
    if (!this.#unsynced.has(fence)) {
      this.#unsynced.set(fence, { definedIn: fence.definedIn, lastTerm: fence.lastTerm, lastSeqNo: fence.lastSeqNo });
    }
    fence.definedIn = file;
    fence.lastTerm = last.primaryTerm;
    fence.lastSeqNo = last.seqNo;
  }

  /** Records an operation found when reading file number `file` of the log. */
  saw(name: string, operation: Operation, file: number): void {
    const fence = this.of(name);
    fence.definedIn = Math.max(fence.definedIn, file);
    fence.lastTerm = Math.max(fence.lastTerm, operation.primaryTerm);
    fence.lastSeqNo = Math.max(fence.lastSeqNo ?? -1, operation.seqNo);
  }

  syncStarts(): void {
    this.#syncing = this.#unsynced;
    this.#unsynced = new Map();
  }

  syncSucceeded(): void {
    this.#syncing.clear();
  }

  /** Returns to the durable state; `epoch` begins. */
  syncFailed(epoch: number): void {
    for (const past of [this.#unsynced, this.#syncing]) {
      for (const [fence, before] of past) Object.assign(fence, before, { cutIn: epoch });
      past.clear();
    }
  }

  /** Last durable sequence number of each shard that has records in file `firstFile` or a later one. */
  durable(firstFile: number): Map<string, number> {
    const durable = new Map<string, number>();
    for (const fence of this.#byName.values()) {
      const { lastSeqNo } = this.#syncing.get(fence) ?? this.#unsynced.get(fence) ?? fence;
      if (lastSeqNo !== undefined && fence.definedIn >= firstFile) durable.set(fence.name, lastSeqNo);
    }
    return durable;
  }
}
