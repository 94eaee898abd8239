/** Limits that a request must stay within: buckets of its aggregations, and memory. */
import { tooLarge } from "../../breakers/breaker-stats.ts";
import type { MemoryBreakers } from "../../breakers/memory-breakers.ts";
import { RequestError } from "../../compat/errors.ts";

/** Memory that the collectors of one request may take, however much there is for all together. */
export const MAX_REQUEST_BYTES = 256 * 1024 * 1024;

/** Memory for collectors is taken from the process in pieces of this size, that for hits in larger ones. */
const ARRAYS_PIECE_BYTES = 16 * 1024;
/** search.memory_accounting_buffer_size */
const SOURCES_PIECE_BYTES = 1024 * 1024;

/** Counts the buckets of a response against search.max_buckets. */
export class BucketCounter {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws 400 `too_many_buckets_exception`. */
  readonly count = (buckets: number): void => {
    this.#count += buckets;
    if (this.#count <= this.#limit) return;
    throw new RequestError(
      400,
      "too_many_buckets_exception",
      `Trying to create too many buckets. Must be less than or equal to: [${this.#limit}] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
      { details: { max_buckets: this.#limit } },
    );
  };
}

/** The memory of all requests, as one thread takes from it. */
export interface SharedMemory {
  readonly breakers: MemoryBreakers;
  /** The thread's own slot. */
  readonly slot: number;
}

/**
 * Adds up what a request holds, and takes it from what the process has for requests. Throws 429
 * `circuit_breaking_exception`.
 */
export class MemoryAccount {
  readonly #shared: SharedMemory | undefined;
  #arrayBytes = 0;
  #sourceBytes = 0;
  /** Taken from the process. */
  #arraysTaken = 0;
  #sourcesTaken = 0;

  constructor(shared: SharedMemory | undefined) {
    this.#shared = shared;
  }

  /** For collectors. */
  readonly reserve = (bytes: number): void => {
    const wanted = this.#arrayBytes + bytes;
    if (wanted > MAX_REQUEST_BYTES) throw tooLarge("request", "<reused_arrays>", wanted, MAX_REQUEST_BYTES);
    if (wanted > this.#arraysTaken)
      this.#arraysTaken += this.#take(wanted - this.#arraysTaken, ARRAYS_PIECE_BYTES, "<reused_arrays>");
    this.#arrayBytes = wanted;
  };

  /** For hits that wait for the others of their page. */
  reserveSource(bytes: number): void {
    this.#sourceBytes += bytes;
    const missing = this.#sourceBytes - this.#sourcesTaken;
    // What is not yet a whole piece is nobody's concern.
    if (missing >= SOURCES_PIECE_BYTES) this.#sourcesTaken += this.#take(missing, ARRAYS_PIECE_BYTES, "fetch source");
  }

  /** The request has ended. */
  release(): void {
    const taken = this.#arraysTaken + this.#sourcesTaken;
    if (taken > 0) this.#shared?.breakers.giveRequest(this.#shared.slot, taken);
    this.#arraysTaken = 0;
    this.#sourcesTaken = 0;
  }

  #take(bytes: number, piece: number, label: string): number {
    const taken = Math.ceil(bytes / piece) * piece;
    this.#shared?.breakers.takeRequest(this.#shared.slot, taken, label);
    return taken;
  }
}
