/** Loads the values of a batch of documents from a number column into flat arrays, so that every loop after it sees one kind of array. */
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";

/** Values of a batch: `values[i]` belongs to the document at place `places[i]` of the batch; places ascend. */
export class NumericValues {
  readonly #column: ColumnReader | undefined;
  readonly #presence: Uint32Array | undefined;
  readonly #missing: number | undefined;
  /** f64 values of the last `load`. */
  values = new Float64Array(BATCH_DOCS);
  places = new Uint32Array(BATCH_DOCS);

  /** `missing`: value of documents that have none. A segment without the column has only that. */
  constructor(reader: SegmentReader, field: string, missing: number | undefined) {
    this.#column = reader.column(field);
    this.#presence = this.#column ? reader.presence(field) : undefined;
    this.#missing = missing;
  }

  /** False when no document of the segment can have a value. */
  get any(): boolean {
    return this.#column !== undefined || this.#missing !== undefined;
  }

  /** Whether each document has exactly one value: then `places` is the identity and need not be read. */
  get dense(): boolean {
    return this.#column !== undefined && this.#column.starts === undefined && this.#presence === undefined;
  }

  /** Loads a batch; answers the number of values. */
  load(docs: Uint32Array, count: number): number {
    const column = this.#column;
    if (!column) return this.#fillMissing(count);
    if (column.starts) return this.#loadMany(column, column.starts, docs, count);
    if (!this.#presence) return this.#loadDense(column, docs, count);
    return this.#loadSparse(column, this.#presence, docs, count);
  }

  #fillMissing(count: number): number {
    if (this.#missing === undefined) return 0;
    this.values.fill(this.#missing, 0, count);
    for (let i = 0; i < count; i++) this.places[i] = i;
    return count;
  }

  #loadDense(column: ColumnReader, docs: Uint32Array, count: number): number {
    const { places } = this;
    for (let i = 0; i < count; i++) places[i] = i;
    const source = column.values;
    if (source instanceof Float64Array) gatherDoubles(source, docs, count, this.values);
    else if (source instanceof Int32Array) gatherIntegers(source, docs, count, this.values);
    else if (source instanceof BigInt64Array) gatherLongs(source, docs, count, this.values);
    else gatherOrdinals(source, docs, count, this.values);
    return count;
  }

  #loadSparse(column: ColumnReader, presence: Uint32Array, docs: Uint32Array, count: number): number {
    const source = column.values;
    const missing = this.#missing;
    const { values, places } = this;
    let n = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if ((presence[doc >>> 5]! >>> (doc & 31)) & 1) values[n] = Number(source[doc]);
      else if (missing !== undefined) values[n] = missing;
      else continue;
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
      if (n + (to - from) + 1 > this.values.length) this.#grow(n + (to - from) + 1);
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

// One function per kind of array: the same loop fed several kinds runs several times slower.
function gatherDoubles(source: Float64Array, docs: Uint32Array, count: number, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[i] = source[docs[i]!]!;
}

function gatherIntegers(source: Int32Array, docs: Uint32Array, count: number, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[i] = source[docs[i]!]!;
}

function gatherLongs(source: BigInt64Array, docs: Uint32Array, count: number, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[i] = Number(source[docs[i]!]!);
}

function gatherOrdinals(source: Uint16Array | Uint32Array, docs: Uint32Array, count: number, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[i] = source[docs[i]!]!;
}
