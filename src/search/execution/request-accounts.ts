/** Limits that a request must stay within: buckets of its aggregations, and their memory. */
import { RequestError } from "../../core/errors.ts";

/** search.max_buckets. */
export const MAX_BUCKETS = 65_536;
/** Memory that the collectors of one request may take. */
export const MAX_REQUEST_BYTES = 256 * 1024 * 1024;

/** Counts buckets of one shard, or of the reduce. */
export class BucketCounter {
  #count = 0;

  readonly count = (buckets: number): void => {
    this.#count += buckets;
    if (this.#count <= MAX_BUCKETS) return;
    throw new RequestError(
      400,
      "too_many_buckets_exception",
      `Trying to create too many buckets. Must be less than or equal to: [${MAX_BUCKETS}] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
      { details: { max_buckets: MAX_BUCKETS } },
    );
  };
}

/** Adds up what a request holds. */
export class MemoryAccount {
  #bytes = 0;

  readonly reserve = (bytes: number): void => {
    this.#bytes += bytes;
    if (this.#bytes <= MAX_REQUEST_BYTES) return;
    throw new RequestError(
      429,
      "circuit_breaking_exception",
      `[request] Data too large, data for [<agg>] would be [${this.#bytes}/${(this.#bytes / 1048576).toFixed(1)}mb], which is larger than the limit of [${MAX_REQUEST_BYTES}/${MAX_REQUEST_BYTES / 1048576}mb]`,
      { details: { bytes_wanted: this.#bytes, bytes_limit: MAX_REQUEST_BYTES, durability: "TRANSIENT" } },
    );
  };
}
