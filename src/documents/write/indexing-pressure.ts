/** Bytes of writes under way: beyond the limit new ones are refused instead of queued (`IndexingPressure`). */
import { RequestError } from "../../compat/errors.ts";
import type { WritePressure } from "../documents.ts";

/** Counts bytes between `take` and `give`. */
export class IndexingPressure {
  readonly #limitBytes: number;
  #bytes = 0;
  #totalBytes = 0;
  #rejections = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** The state by now. */
  get stats(): WritePressure {
    return {
      bytes: this.#bytes,
      totalBytes: this.#totalBytes,
      rejections: this.#rejections,
      limitBytes: this.#limitBytes,
    };
  }

  /** Adds bytes, or throws 429 `es_rejected_execution_exception`. */
  take(bytes: number): void {
    if (this.#bytes + bytes > this.#limitBytes) {
      this.#rejections++;
      const reason = `rejected execution of coordinating operation [coordinating_and_primary_bytes=${this.#bytes}, replica_bytes=0, all_bytes=${this.#bytes}, coordinating_operation_bytes=${bytes}, max_coordinating_bytes=${this.#limitBytes}]`;
      throw new RequestError(429, "es_rejected_execution_exception", reason);
    }
    this.#bytes += bytes;
    this.#totalBytes += bytes;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}
