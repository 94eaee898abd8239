/** All source files of a shard together: finds the one that has a sequence number. */
import type { Operation } from "../operation-log.ts";
import type { SourceFileReader } from "./source-file-reader.ts";

export class SourceSet {
  readonly #readers: readonly SourceFileReader[];

  /** The files' ranges of sequence numbers must not overlap. */
  constructor(readers: readonly SourceFileReader[]) {
    this.#readers = readers
      .filter((reader) => reader.records > 0)
      .sort((one, other) => one.minimumSeqNo - other.minimumSeqNo);
  }

  /** The record of a sequence number; undefined when no file has it. Throws SourceCorruption. */
  get(seqNo: number): Operation | undefined {
    let low = 0;
    let high = this.#readers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#readers[middle]!.minimumSeqNo <= seqNo) low = middle + 1;
      else high = middle;
    }
    return this.#readers[low - 1]?.get(seqNo);
  }

  /** All records from a sequence number on, in order. */
  *operations(fromSeqNo = 0): Generator<Operation, void> {
    for (const reader of this.#readers) if (reader.maximumSeqNo >= fromSeqNo) yield* reader.operations(fromSeqNo);
  }
}
