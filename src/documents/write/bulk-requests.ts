/** The bulk requests under way that come in pieces, by handle, and the bytes that they hold. */
import { RequestError } from "../../compat/errors.ts";
import type { BulkRequest } from "./bulk-request.ts";
import type { BulkAnswer, BulkOptions } from "../documents.ts";
import type { IndexingPressure } from "./indexing-pressure.ts";

interface Bulk {
  readonly request: BulkRequest;
  /** Bytes that the pressure counts, and bytes that came. */
  reserved: number;
  used: number;
}

export class BulkRequests {
  readonly #pressure: IndexingPressure;
  readonly #newRequest: (options: BulkOptions) => BulkRequest;
  readonly #bulks = new Map<number, Bulk>();
  #last = 0;

  constructor(pressure: IndexingPressure, newRequest: (options: BulkOptions) => BulkRequest) {
    this.#pressure = pressure;
    this.#newRequest = newRequest;
  }

  /** Begins a request; answers its handle. Throws 429 when too many bytes are under way. */
  start(options: BulkOptions, expectedBytes: number): number {
    this.#pressure.take(expectedBytes);
    const handle = ++this.#last;
    this.#bulks.set(handle, { request: this.#newRequest(options), reserved: expectedBytes, used: 0 });
    return handle;
  }

  async chunk(handle: number, chunk: Uint8Array): Promise<void> {
    const bulk = this.#get(handle);
    bulk.used += chunk.length;
    const more = bulk.used - bulk.reserved;
    if (more > 0) {
      this.#pressure.take(more);
      bulk.reserved += more;
    }
    await bulk.request.push(chunk);
  }

  async end(handle: number): Promise<BulkAnswer> {
    try {
      return await this.#get(handle).request.end();
    } finally {
      this.abort(handle);
    }
  }

  /** Forgets a request; nothing when it is not there. */
  abort(handle: number): void {
    const bulk = this.#bulks.get(handle);
    if (!bulk) return;
    this.#bulks.delete(handle);
    this.#pressure.give(bulk.reserved);
  }

  #get(handle: number): Bulk {
    const bulk = this.#bulks.get(handle);
    if (!bulk) throw new RequestError(400, "illegal_argument_exception", `there is no bulk request [${handle}]`);
    return bulk;
  }
}
