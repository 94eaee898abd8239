/**
 * Memory held by requests, summed over all threads of the process: a request that would exceed a limit is rejected with
 * 429 (`HierarchyCircuitBreakerService`). Main counts the bodies in progress, each search thread the memory of its
 * searches. The sums are in one block of shared words, in units of 1 KiB; a thread writes only its own word, so that a
 * dead thread's memory can be released.
 */
import { type BreakerStats, parentTooLarge, tooLarge } from "./breaker-stats.ts";

/** Limits and overheads from the settings. Bytes; -1: no limit. */
export interface BreakerLimits {
  /** indices.breaker.total.limit */
  readonly parentBytes: number;
  /** indices.breaker.request.limit */
  readonly requestBytes: number;
  /** indices.breaker.request.overhead */
  readonly requestOverhead: number;
  /** network.breaker.inflight_requests.limit */
  readonly inflightBytes: number;
  /** network.breaker.inflight_requests.overhead: a body is held as bytes and again in parsed form. */
  readonly inflightOverhead: number;
  /**
   * indices.breaker.fielddata.limit; only reported: columns are part of the segments, and no request loads field data.
   */
  readonly fielddataBytes: number;
  /** indices.breaker.fielddata.overhead */
  readonly fielddataOverhead: number;
}

const UNIT_BYTES = 1024;
const PER_MILLE = 1000;

/** Label of bodies in errors. */
const BODIES = "<http_request>";

const PARENT_LIMIT = 0;
const REQUEST_LIMIT = 1;
const REQUEST_OVERHEAD = 2;
const INFLIGHT_USED = 3;
const PARENT_TRIPS = 4;
const REQUEST_TRIPS = 5;
/** Index of the first word for the searches of a thread. */
const FIRST_SLOT = 6;

const NO_LIMITS: BreakerLimits = {
  parentBytes: -1,
  requestBytes: -1,
  requestOverhead: 1,
  inflightBytes: -1,
  inflightOverhead: 1,
  fielddataBytes: -1,
  fielddataOverhead: 1,
};

/** The breakers as seen by one thread. */
export class MemoryBreakers {
  /** Passed to the other threads. */
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  /** Exact bytes of bodies; known on main only. */
  #inflightBytes = 0;
  #inflightTrips = 0;
  /** The limits set last; complete on main only. */
  #limits = NO_LIMITS;

  /**
   * `buffer`: that of the breakers on main; or, to create one without limits, the number of search threads (slots 0 to
   * n - 1).
   */
  constructor(buffer: SharedArrayBuffer | number) {
    this.buffer =
      typeof buffer === "number" ? new SharedArrayBuffer((FIRST_SLOT + buffer) * Int32Array.BYTES_PER_ELEMENT) : buffer;
    this.#words = new Int32Array(this.buffer);
    if (typeof buffer === "number") this.limit(NO_LIMITS);
  }

  /** Sets new limits; memory already held is not affected. Main only. */
  limit(limits: BreakerLimits): void {
    Atomics.store(this.#words, PARENT_LIMIT, unitsOfLimit(limits.parentBytes));
    Atomics.store(this.#words, REQUEST_LIMIT, unitsOfLimit(limits.requestBytes));
    Atomics.store(this.#words, REQUEST_OVERHEAD, Math.round(limits.requestOverhead * PER_MILLE));
    this.#limits = limits;
    this.#showInflight();
  }

  /** Adds bytes of a body in progress. Main only. Throws 429 unless `always`. */
  takeInflight(bytes: number, always: boolean): void {
    if (!always) this.#checkInflight(bytes);
    this.#inflightBytes += bytes;
    this.#showInflight();
  }

  giveInflight(bytes: number): void {
    this.#inflightBytes -= bytes;
    this.#showInflight();
  }

  /** Adds memory of a search on the thread of this slot; whole KiB. Throws 429, and then adds nothing. */
  takeRequest(slot: number, bytes: number, label: string): void {
    const units = bytes / UNIT_BYTES;
    Atomics.add(this.#words, FIRST_SLOT + slot, units);
    try {
      this.#checkRequest(bytes, label);
    } catch (error) {
      Atomics.sub(this.#words, FIRST_SLOT + slot, units);
      throw error;
    }
  }

  giveRequest(slot: number, bytes: number): void {
    Atomics.sub(this.#words, FIRST_SLOT + slot, bytes / UNIT_BYTES);
  }

  /** Releases what a dead thread held. */
  clear(slot: number): void {
    Atomics.store(this.#words, FIRST_SLOT + slot, 0);
  }

  /** In Elasticsearch's order. Main only. */
  stats(): BreakerStats[] {
    const inflight = this.#inflightWithOverhead(0);
    const request = this.#requestBytes();
    return [
      {
        name: "inflight_requests",
        limitBytes: this.#limits.inflightBytes,
        estimatedBytes: inflight,
        overhead: this.#limits.inflightOverhead,
        tripped: this.#inflightTrips,
      },
      {
        name: "request",
        limitBytes: this.#limits.requestBytes,
        estimatedBytes: request,
        overhead: this.#limits.requestOverhead,
        tripped: this.#word(REQUEST_TRIPS),
      },
      {
        name: "fielddata",
        limitBytes: this.#limits.fielddataBytes,
        estimatedBytes: 0,
        overhead: this.#limits.fielddataOverhead,
        tripped: 0,
      },
      {
        name: "parent",
        limitBytes: this.#limits.parentBytes,
        estimatedBytes: inflight + request,
        overhead: 1,
        tripped: this.#word(PARENT_TRIPS),
      },
    ];
  }

  #checkInflight(bytes: number): void {
    const wanted = this.#inflightWithOverhead(bytes);
    const limit = this.#limits.inflightBytes;
    if (limit >= 0 && wanted > limit) {
      this.#inflightTrips++;
      throw tooLarge("inflight_requests", BODIES, wanted, limit);
    }
    const before = this.#inflightWithOverhead(0);
    this.#checkParent(BODIES, { newBytes: wanted - before, inflightBytes: wanted, requestBytes: this.#requestBytes() });
  }

  /** Called after the bytes were added, so that of two threads at the limit at least one is rejected. */
  #checkRequest(bytes: number, label: string): void {
    const limit = this.#limitBytes(REQUEST_LIMIT);
    const wanted = this.#requestBytes();
    if (limit >= 0 && wanted > limit) {
      Atomics.add(this.#words, REQUEST_TRIPS, 1);
      throw tooLarge("request", label, wanted, limit);
    }
    const newBytes = Math.floor((bytes * this.#word(REQUEST_OVERHEAD)) / PER_MILLE);
    this.#checkParent(label, { newBytes, inflightBytes: this.#word(INFLIGHT_USED) * UNIT_BYTES, requestBytes: wanted });
  }

  /** `inflightBytes` and `requestBytes` include the new bytes. */
  #checkParent(label: string, usage: { newBytes: number; inflightBytes: number; requestBytes: number }): void {
    const limit = this.#limitBytes(PARENT_LIMIT);
    const total = usage.inflightBytes + usage.requestBytes;
    if (limit < 0 || total <= limit) return;
    Atomics.add(this.#words, PARENT_TRIPS, 1);
    throw parentTooLarge(label, { ...usage, heldBytes: total - usage.newBytes }, limit);
  }

  #inflightWithOverhead(more: number): number {
    return Math.floor((this.#inflightBytes + more) * this.#limits.inflightOverhead);
  }

  #showInflight(): void {
    Atomics.store(this.#words, INFLIGHT_USED, Math.ceil(this.#inflightWithOverhead(0) / UNIT_BYTES));
  }

  /** Memory of the searches of all threads, multiplied by the overhead. */
  #requestBytes(): number {
    let units = 0;
    for (let word = FIRST_SLOT; word < this.#words.length; word++) units += Atomics.load(this.#words, word);
    return Math.floor((units * UNIT_BYTES * this.#word(REQUEST_OVERHEAD)) / PER_MILLE);
  }

  #limitBytes(word: number): number {
    const units = this.#word(word);
    return units < 0 ? -1 : units * UNIT_BYTES;
  }

  #word(word: number): number {
    return Atomics.load(this.#words, word);
  }
}

function unitsOfLimit(bytes: number): number {
  return bytes < 0 ? -1 : Math.floor(bytes / UNIT_BYTES);
}
