/**
 * Memory held by requests, summed over all threads of the process: a request that would exceed a limit is rejected with
 * 429 (`HierarchyCircuitBreakerService`). Main counts the bodies in progress, each search thread the memory of its
 * searches. The sums are in one block of shared words, in units of 1 KiB; a thread writes only its own word, so that a
 * dead thread's memory can be released.
 */
import { type BreakerStats, type BreakerUsage, parentTooLarge, tooLarge } from "./breaker-stats.ts";

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
  /** indices.breaker.fielddata.limit: of terms by document that are made of postings, and kept. */
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
const FIELDDATA_LIMIT = 6;
const FIELDDATA_OVERHEAD = 7;
const FIELDDATA_TRIPS = 8;
/** Index of the first word for the searches of a thread, each followed by one for its field data. */
const FIRST_SLOT = 9;
const SLOT_WORDS = 2;

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
      typeof buffer === "number"
        ? new SharedArrayBuffer((FIRST_SLOT + buffer * SLOT_WORDS) * Int32Array.BYTES_PER_ELEMENT)
        : buffer;
    this.#words = new Int32Array(this.buffer);
    if (typeof buffer === "number") this.limit(NO_LIMITS);
  }

  /** Sets new limits; memory already held is not affected. Main only. */
  limit(limits: BreakerLimits): void {
    Atomics.store(this.#words, PARENT_LIMIT, unitsOfLimit(limits.parentBytes));
    Atomics.store(this.#words, REQUEST_LIMIT, unitsOfLimit(limits.requestBytes));
    Atomics.store(this.#words, REQUEST_OVERHEAD, Math.round(limits.requestOverhead * PER_MILLE));
    Atomics.store(this.#words, FIELDDATA_LIMIT, unitsOfLimit(limits.fielddataBytes));
    Atomics.store(this.#words, FIELDDATA_OVERHEAD, Math.round(limits.fielddataOverhead * PER_MILLE));
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
    Atomics.add(this.#words, wordOf(slot), units);
    try {
      this.#checkRequest(bytes, label);
    } catch (error) {
      Atomics.sub(this.#words, wordOf(slot), units);
      throw error;
    }
  }

  giveRequest(slot: number, bytes: number): void {
    Atomics.sub(this.#words, wordOf(slot), bytes / UNIT_BYTES);
  }

  /** Adds field data that the thread of this slot keeps; whole KiB. Throws 429, and then adds nothing. */
  takeFielddata(slot: number, bytes: number, field: string): void {
    const units = bytes / UNIT_BYTES;
    Atomics.add(this.#words, wordOf(slot) + 1, units);
    try {
      this.#checkFielddata(bytes, field);
    } catch (error) {
      Atomics.sub(this.#words, wordOf(slot) + 1, units);
      throw error;
    }
  }

  giveFielddata(slot: number, bytes: number): void {
    Atomics.sub(this.#words, wordOf(slot) + 1, bytes / UNIT_BYTES);
  }

  /** Releases what a dead thread held. */
  clear(slot: number): void {
    Atomics.store(this.#words, wordOf(slot), 0);
    Atomics.store(this.#words, wordOf(slot) + 1, 0);
  }

  /** In Elasticsearch's order. Main only. */
  stats(): BreakerStats[] {
    const inflight = this.#inflightWithOverhead(0);
    const request = this.#requestBytes();
    const fielddata = this.#fielddataBytes();
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
        estimatedBytes: fielddata,
        overhead: this.#limits.fielddataOverhead,
        tripped: this.#word(FIELDDATA_TRIPS),
      },
      {
        name: "parent",
        limitBytes: this.#limits.parentBytes,
        estimatedBytes: inflight + request + fielddata,
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
    this.#checkParent(BODIES, wanted - before, { inflightBytes: wanted });
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
    this.#checkParent(label, newBytes, { requestBytes: wanted });
  }

  /** As `#checkRequest`. */
  #checkFielddata(bytes: number, field: string): void {
    const limit = this.#limitBytes(FIELDDATA_LIMIT);
    const wanted = this.#fielddataBytes();
    if (limit >= 0 && wanted > limit) {
      Atomics.add(this.#words, FIELDDATA_TRIPS, 1);
      throw tooLarge("fielddata", field, wanted, limit, { isKept: true });
    }
    const newBytes = Math.floor((bytes * this.#word(FIELDDATA_OVERHEAD)) / PER_MILLE);
    this.#checkParent(field, newBytes, { fielddataBytes: wanted });
  }

  /** What of the usage is known, which includes the new bytes, is not summed up again. */
  #checkParent(label: string, newBytes: number, known: Partial<BreakerUsage>): void {
    const limit = this.#limitBytes(PARENT_LIMIT);
    if (limit < 0) return;
    const {
      inflightBytes = this.#word(INFLIGHT_USED) * UNIT_BYTES,
      requestBytes = this.#requestBytes(),
      fielddataBytes = this.#fielddataBytes(),
    } = known;
    const total = inflightBytes + requestBytes + fielddataBytes;
    if (total <= limit) return;
    Atomics.add(this.#words, PARENT_TRIPS, 1);
    const usage = { inflightBytes, requestBytes, fielddataBytes };
    throw parentTooLarge(label, { ...usage, newBytes, heldBytes: total - newBytes }, limit);
  }

  #inflightWithOverhead(more: number): number {
    return Math.floor((this.#inflightBytes + more) * this.#limits.inflightOverhead);
  }

  #showInflight(): void {
    Atomics.store(this.#words, INFLIGHT_USED, Math.ceil(this.#inflightWithOverhead(0) / UNIT_BYTES));
  }

  /** Memory of the searches of all threads, multiplied by the overhead. */
  #requestBytes(): number {
    return Math.floor((this.#heldBytes(FIRST_SLOT) * this.#word(REQUEST_OVERHEAD)) / PER_MILLE);
  }

  /** Field data of all threads, multiplied by the overhead. */
  #fielddataBytes(): number {
    return Math.floor((this.#heldBytes(FIRST_SLOT + 1) * this.#word(FIELDDATA_OVERHEAD)) / PER_MILLE);
  }

  /** What the threads hold, by the word of the first. */
  #heldBytes(first: number): number {
    let units = 0;
    for (let word = first; word < this.#words.length; word += SLOT_WORDS) units += Atomics.load(this.#words, word);
    return units * UNIT_BYTES;
  }

  #limitBytes(word: number): number {
    const units = this.#word(word);
    return units < 0 ? -1 : units * UNIT_BYTES;
  }

  #word(word: number): number {
    return Atomics.load(this.#words, word);
  }
}

/** The word for the requests of a thread; the next one is for its field data. */
function wordOf(slot: number): number {
  return FIRST_SLOT + slot * SLOT_WORDS;
}

function unitsOfLimit(bytes: number): number {
  return bytes < 0 ? -1 : Math.floor(bytes / UNIT_BYTES);
}
