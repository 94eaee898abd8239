/**
 * Loads the values of a batch of documents from a numeric column into flat arrays, so that later loops handle only one
 * kind of array.
 */
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import { columnOf, presenceOf } from "./columns.ts";
import { IDENTITY } from "./identity.ts";
import type { ScriptedValues } from "./scripted-values.ts";
import type { NumberUnit, ValuesSource } from "./values-source.ts";

/** Converts an integer of any size to the double that represents it. */
export type LongReading = (value: bigint) => number;

const UNSIGNED_SHIFT = 2n ** 63n;
const NANOS_PER_MS = 1_000_000n;

function longReading(unit: NumberUnit): LongReading {
  switch (unit) {
    case "nanoseconds":
      return (value) => Number(value / NANOS_PER_MS);
    case "unsigned":
      return (value) => Number(value + UNSIGNED_SHIFT);
    default:
      return Number;
  }
}

/** Values of a batch: `values[i]` belongs to the document at position `places[i]` of the batch; positions ascend. */
export class NumericValues {
  readonly #column: ColumnReader | undefined;
  readonly #presence: Uint32Array | undefined;
  readonly #missing: number | undefined;
  /** Set where values of the column need conversion. */
  readonly #reading: LongReading | undefined;
  readonly #scripted: ScriptedValues | undefined;
  /** Values of the last `load`. */
  values = new Float64Array(BATCH_DOCS);
  places = IDENTITY;

  /**
   * `exact` converts integers its own way (`missing` is already converted); a segment without the column has only
   * `missing`.
   */
  constructor(
    reader: SegmentReader,
    source: ValuesSource,
    exact?: { readonly reading: LongReading; readonly missing: number | undefined },
  ) {
    this.#column = columnOf(reader, source.path);
    this.#presence = this.#column ? presenceOf(reader, source.path) : undefined;
    const { missing } = source;
    this.#missing = exact ? exact.missing : missing === undefined ? undefined : Number(missing);
    const long = this.#column?.type === "i64" || source.unit !== "plain";
    this.#reading = exact ? exact.reading : long ? longReading(source.unit) : undefined;
    this.#scripted = source.scripted?.(reader);
    if (!this.dense && this.any) this.places = new Uint32Array(BATCH_DOCS);
  }

  /** False when no document of the segment can have a value. */
  get any(): boolean {
    return this.#column !== undefined || this.#missing !== undefined || this.#scripted !== undefined;
  }

  /** Whether each document has exactly one value: then `places` is the identity. */
  get dense(): boolean {
    if (!this.#column) return this.#missing !== undefined && !this.#scripted;
    return this.#column.starts === undefined && (this.#presence === undefined || this.#missing !== undefined);
  }

  /** Whether a document may have several values. */
  get several(): boolean {
    return this.#column?.starts !== undefined || this.#scripted !== undefined;
  }

  /** Loads a batch; answers the number of values. */
  load(docs: Uint32Array, count: number): number {
    const column = this.#column;
    if (this.#scripted) return this.#loadScripted(this.#scripted, docs, count);
    if (!column) return this.#fillMissing(count);
    if (this.#reading) return this.#loadRead(column, this.#reading, docs, count);
    if (column.starts) return this.#loadMany(column, column.starts, docs, count);
    const source = column.values;
    const presence = this.#presence;
    if (presence) return this.#loadSparse(source, presence, docs, count);
    if (source instanceof Float64Array) {
      if (isRun(docs, count)) this.values.set(source.subarray(docs[0], docs[0]! + count));
      else gatherDoubles(source, docs, count, this.values);
    } else if (source instanceof Int32Array) gatherIntegers(source, docs, count, this.values);
    return count;
  }

  #fillMissing(count: number): number {
    if (this.#missing === undefined) return 0;
    this.values.fill(this.#missing, 0, count);
    return count;
  }

  #loadSparse(source: ColumnReader["values"], presence: Uint32Array, docs: Uint32Array, count: number): number {
    const { values, places } = this;
    const missing = this.#missing;
    if (missing !== undefined) {
      for (let i = 0; i < count; i++) values[i] = has(presence, docs[i]!) ? Number(source[docs[i]!]) : missing;
      return count;
    }
    let n = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if (!has(presence, doc)) continue;
      values[n] = Number(source[doc]);
      places[n++] = i;
    }
    return n;
  }

  #loadMany(column: ColumnReader, starts: Uint32Array, docs: Uint32Array, count: number): number {
    const source = column.values;
    let n = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      const from = starts[doc]!;
      const to = starts[doc + 1]!;
      if (n + Math.max(to - from, 1) > this.values.length) this.#grow(n + Math.max(to - from, 1));
      if (from === to && this.#missing !== undefined) {
        this.values[n] = this.#missing;
        this.places[n++] = i;
      }
      for (let at = from; at < to; at++) {
        this.values[n] = Number(source[at]);
        this.places[n++] = i;
      }
    }
    return n;
  }

  /** The slow path: whole numbers beyond 2^53, nanoseconds, unsigned longs. */
  #loadRead(column: ColumnReader, reading: LongReading, docs: Uint32Array, count: number): number {
    const source = column.values;
    const { starts } = column;
    const dense = this.dense;
    let n = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      const present = starts !== undefined || this.#presence === undefined || has(this.#presence, doc);
      const from = starts ? starts[doc]! : doc;
      const to = starts ? starts[doc + 1]! : present ? doc + 1 : doc;
      if (n + Math.max(to - from, 1) > this.values.length) this.#grow(n + Math.max(to - from, 1));
      if (from === to && this.#missing !== undefined) {
        this.values[n++] = this.#missing;
        if (!dense) this.places[n - 1] = i;
      }
      for (let at = from; at < to; at++) {
        this.values[n++] = reading(BigInt(source[at]!));
        if (!dense) this.places[n - 1] = i;
      }
    }
    return n;
  }

  #loadScripted(scripted: ScriptedValues, docs: Uint32Array, count: number): number {
    const made: (number | bigint)[] = [];
    const reading = this.#reading;
    let n = 0;
    scripted.each(
      docs,
      count,
      (_place, run, index) => made.push(run.number(index)),
      (place) => {
        if (n + made.length + 1 > this.values.length) this.#grow(n + made.length + 1);
        if (made.length === 0 && this.#missing !== undefined) {
          this.values[n] = this.#missing;
          this.places[n++] = place;
        }
        if (made.length > 1) made.sort(compareNumbers);
        for (const value of made) {
          this.values[n] = reading ? reading(wholeOf(value)) : Number(value);
          this.places[n++] = place;
        }
        made.length = 0;
      },
    );
    return n;
  }

  #grow(needed: number): void {
    const size = Math.max(needed, this.values.length * 2);
    const values = new Float64Array(size);
    const places = new Uint32Array(size);
    values.set(this.values);
    places.set(this.places);
    this.values = values;
    this.places = places;
  }
}

function compareNumbers(left: number | bigint, right: number | bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** As Java makes a long of a number: no number is 0. */
function wholeOf(value: number | bigint): bigint {
  if (typeof value === "bigint") return value;
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}

function has(presence: Uint32Array, doc: number): boolean {
  return ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
}

/**
 * Whether the documents are consecutive. Below multi-valued buckets documents may repeat, so that comparing both ends
 * is not enough.
 */
function isRun(docs: Uint32Array, count: number): boolean {
  const first = docs[0]!;
  if (docs[count - 1]! - first !== count - 1) return false;
  for (let i = 1; i < count; i++) if (docs[i] !== first + i) return false;
  return true;
}

// One function for each kind of array: a shared loop over several kinds runs several times slower.
function gatherDoubles(source: Float64Array, docs: Uint32Array, count: number, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[i] = source[docs[i]!]!;
}

function gatherIntegers(source: Int32Array, docs: Uint32Array, count: number, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[i] = source[docs[i]!]!;
}
