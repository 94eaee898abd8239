/**
 * An immutable sorted run of the id table: the entries, a Bloom filter and a directory by the upper hash bits. 16 bytes
 * per entry, 1.25 for the filter, 0.5 for the directory.
 */
import { ENTRY_WORDS, type Gathered } from "./id-entries.ts";

const FILTER_BITS_PER_ENTRY = 10;
/** Average number of entries in a bucket of the directory. */
const BUCKET_ENTRIES = 8;
const TWO_32 = 2 ** 32;

/** Builds a run from entries in ascending order. */
export class IdRunBuilder {
  readonly #entries: Uint32Array;
  readonly #filter: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #buckets: number;
  #end = 0;
  /** Number of buckets whose start is known. */
  #opened = 0;

  /** `capacity` is the maximum number of entries; they are written into `entries`. */
  constructor(capacity: number, entries: Uint32Array = new Uint32Array(capacity * ENTRY_WORDS)) {
    this.#entries = entries;
    this.#filter = new Uint32Array(Math.max(1, Math.ceil((capacity * FILTER_BITS_PER_ENTRY) / 32)));
    this.#buckets = Math.max(1, Math.ceil(capacity / BUCKET_ENTRIES));
    this.#starts = new Uint32Array(this.#buckets + 1);
  }

  /** Copies the entry at word `at` of `from`. */
  add(from: Uint32Array, at: number): void {
    const end = this.#end;
    const entries = this.#entries;
    entries[end] = from[at]!;
    entries[end + 1] = from[at + 1]!;
    entries[end + 2] = from[at + 2]!;
    entries[end + 3] = from[at + 3]!;
    this.index(from[at]!, from[at + 1]!);
  }

  /** Registers the next entry by its hash; the entry itself is already in place. */
  index(high: number, low: number): void {
    const end = this.#end;
    const bucket = Math.floor((high * this.#buckets) / TWO_32);
    while (this.#opened <= bucket) this.#starts[this.#opened++] = end / ENTRY_WORDS;
    this.#filter[Math.floor((high * this.#filter.length) / TWO_32)]! |= filterBits(low);
    this.#end = end + ENTRY_WORDS;
  }

  finish(): IdRun {
    while (this.#opened <= this.#buckets) this.#starts[this.#opened++] = this.#end / ENTRY_WORDS;
    // Unused capacity is freed when that is worth a copy.
    const fits = this.#end >= this.#entries.length * 0.9;
    const entries = fits ? this.#entries.subarray(0, this.#end) : this.#entries.slice(0, this.#end);
    return new IdRun(entries, this.#filter, this.#starts);
  }
}

export class IdRun {
  readonly entries: Uint32Array;
  /** Path of the run's file, once it is persisted. */
  file: string | undefined;
  readonly #filter: Uint32Array;
  readonly #starts: Uint32Array;

  constructor(entries: Uint32Array, filter: Uint32Array, starts: Uint32Array) {
    this.entries = entries;
    this.#filter = filter;
    this.#starts = starts;
  }

  /** A run over sorted entries, which it takes over without a copy. */
  static of(entries: Uint32Array): IdRun {
    const builder = new IdRunBuilder(entries.length / ENTRY_WORDS, entries);
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) builder.index(entries[at]!, entries[at + 1]!);
    return builder.finish();
  }

  get count(): number {
    return this.entries.length / ENTRY_WORDS;
  }

  get memoryBytes(): number {
    return this.entries.byteLength + this.#filter.byteLength + this.#starts.byteLength;
  }

  /** Adds the entries of a hash to `into`. */
  gather(high: number, low: number, into: Gathered): void {
    const bits = filterBits(low);
    if ((this.#filter[Math.floor((high * this.#filter.length) / TWO_32)]! & bits) !== bits) return;
    const bucket = Math.floor((high * (this.#starts.length - 1)) / TWO_32);
    const end = this.#starts[bucket + 1]! * ENTRY_WORDS;
    const entries = this.entries;
    for (let at = this.#starts[bucket]! * ENTRY_WORDS; at < end; at += ENTRY_WORDS) {
      if (entries[at]! > high) return;
      if (entries[at]! === high && entries[at + 1]! === low) into.add(entries, at);
    }
  }
}

/**
 * Three bits of one filter word, so that an entry's bits share a cache line. May be negative: compare only with results
 * of this function.
 */
function filterBits(low: number): number {
  return (1 << (low & 31)) | (1 << ((low >>> 5) & 31)) | (1 << ((low >>> 10) & 31));
}
