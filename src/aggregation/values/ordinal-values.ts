/** Loads the ordinals of a batch of documents from a column into flat arrays. */
import { READS } from "../../segment/field-reads.ts";
import type { ColumnReader, SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import { IDENTITY } from "./identity.ts";
import { ScriptedTerms } from "./scripted-terms.ts";
import type { ValuesSource } from "./values-source.ts";

/** Ordinal of documents without a value when `missing` is set. */
export const MISSING_ORDINAL = 0xffffffff;

const NONE = new Uint32Array(0);

/** Ordinals of a batch: `ordinals[i]` belongs to the document at place `places[i]` of the batch; places ascend. */
export class OrdinalValues {
  readonly #column: ColumnReader | undefined;
  readonly #presence: Uint32Array | undefined;
  readonly #keepMissing: boolean;
  readonly #scripted: ScriptedTerms | undefined;
  readonly #terms: TermsReader | undefined;
  readonly #missing: Uint8Array;
  /** Ordinals of the last `load`; room is made by the first one, since many segments are only counted. */
  ordinals = NONE;
  places = IDENTITY;

  /** With a `missing` value, documents without one get MISSING_ORDINAL. */
  constructor(reader: SegmentReader, source: ValuesSource) {
    this.#column = reader.fielddata(source.path);
    this.#presence = this.#column ? reader.presence(source.path) : undefined;
    this.#keepMissing = source.missing !== undefined;
    this.#missing = source.missing instanceof Uint8Array ? source.missing : new Uint8Array();
    this.#terms = reader.terms(source.path, READS.docValues);
    this.#scripted = source.scripted && new ScriptedTerms(source.scripted(reader), source.format);
  }

  #makeRoom(): void {
    this.ordinals = new Uint32Array(BATCH_DOCS);
    if (!this.dense) this.places = new Uint32Array(BATCH_DOCS);
  }

  /** False when no document of the segment can have a value. */
  get any(): boolean {
    return this.#column !== undefined || this.#keepMissing || this.#scripted !== undefined;
  }

  /** Whether each document has exactly one ordinal: then `places` is the identity. */
  get dense(): boolean {
    if (!this.#column) return this.#keepMissing && !this.#scripted;
    return this.#column.starts === undefined && (this.#presence === undefined || this.#keepMissing);
  }

  /** The term of an ordinal, MISSING_ORDINAL included. Ordinals of a script's terms are in no order. */
  term(ordinal: number): Uint8Array {
    if (ordinal === MISSING_ORDINAL) return this.#missing;
    return this.#scripted?.term(ordinal) ?? this.#terms?.bytes(ordinal) ?? this.#missing;
  }

  /** Loads a batch; answers the number of ordinals. */
  load(docs: Uint32Array, count: number): number {
    const column = this.#column;
    if (this.ordinals === NONE) this.#makeRoom();
    if (this.#scripted) return this.#loadScripted(this.#scripted, docs, count);
    if (!column) return this.#fillMissing(count);
    if (column.starts) return this.#loadMany(column, column.starts, docs, count);
    const source = column.values;
    if (this.#presence) return this.#loadSparse(source, this.#presence, docs, count);
    if (source instanceof Uint16Array) gatherShort(source, docs, count, this.ordinals);
    else if (source instanceof Uint32Array) gatherLong(source, docs, count, this.ordinals);
    return count;
  }

  /**
   * Adds 1 for each ordinal of each document, without loading them; returns false with `missing`, which it does not
   * support. `counts` is by the segment's ordinals.
   */
  count(docs: Uint32Array, count: number, counts: Uint32Array): boolean {
    const column = this.#column;
    if (!column || this.#keepMissing) return false;
    const { starts, values } = column;
    const presence = this.#presence;
    if (starts && docs[count - 1]! - docs[0]! === count - 1) {
      const from = starts[docs[0]!]!;
      const to = starts[docs[count - 1]! + 1]!;
      if (values instanceof Uint16Array) countShortRun(values, from, to, counts);
      else if (values instanceof Uint32Array) countLongRun(values, from, to, counts);
    } else if (starts) {
      if (values instanceof Uint16Array) countShortMany(values, starts, docs.subarray(0, count), counts);
      else if (values instanceof Uint32Array) countLongMany(values, starts, docs.subarray(0, count), counts);
    } else if (presence) {
      for (let i = 0; i < count; i++) if (has(presence, docs[i]!)) counts[Number(values[docs[i]!])]! += 1;
    } else if (values instanceof Uint16Array) countShort(values, docs, count, counts);
    else if (values instanceof Uint32Array) countLong(values, docs, count, counts);
    return true;
  }

  #fillMissing(count: number): number {
    if (!this.#keepMissing) return 0;
    this.ordinals.fill(MISSING_ORDINAL, 0, count);
    return count;
  }

  #loadSparse(source: ColumnReader["values"], presence: Uint32Array, docs: Uint32Array, count: number): number {
    const { ordinals, places } = this;
    if (this.#keepMissing) {
      for (let i = 0; i < count; i++)
        ordinals[i] = has(presence, docs[i]!) ? Number(source[docs[i]!]) : MISSING_ORDINAL;
      return count;
    }
    let n = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if (!has(presence, doc)) continue;
      ordinals[n] = Number(source[doc]);
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
      if (n + (to - from) + 1 > this.ordinals.length) this.#grow(n + (to - from) + 1);
      if (from === to && this.#keepMissing) {
        this.ordinals[n] = MISSING_ORDINAL;
        this.places[n++] = i;
      }
      for (let at = from; at < to; at++) {
        this.ordinals[n] = Number(source[at]);
        this.places[n++] = i;
      }
    }
    return n;
  }

  #loadScripted(scripted: ScriptedTerms, docs: Uint32Array, count: number): number {
    let n = 0;
    scripted.each(docs, count, (place, ordinals) => {
      if (n + ordinals.length + 1 > this.ordinals.length) this.#grow(n + ordinals.length + 1);
      if (ordinals.length === 0 && this.#keepMissing) {
        this.ordinals[n] = MISSING_ORDINAL;
        this.places[n++] = place;
      }
      for (const ordinal of ordinals) {
        this.ordinals[n] = ordinal;
        this.places[n++] = place;
      }
    });
    return n;
  }

  #grow(needed: number): void {
    const size = Math.max(needed, this.ordinals.length * 2);
    const ordinals = new Uint32Array(size);
    const places = new Uint32Array(size);
    ordinals.set(this.ordinals);
    places.set(this.places);
    this.ordinals = ordinals;
    this.places = places;
  }
}

function has(presence: Uint32Array, doc: number): boolean {
  return ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
}

// One function for each kind of array: a shared loop over several kinds runs several times slower.
function countShort(source: Uint16Array, docs: Uint32Array, count: number, counts: Uint32Array): void {
  for (let i = 0; i < count; i++) counts[source[docs[i]!]!]! += 1;
}

function countLong(source: Uint32Array, docs: Uint32Array, count: number, counts: Uint32Array): void {
  for (let i = 0; i < count; i++) counts[source[docs[i]!]!]! += 1;
}

function countShortMany(source: Uint16Array, starts: Uint32Array, docs: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!;
    const end = starts[doc + 1]!;
    for (let at = starts[doc]!; at < end; at++) counts[source[at]!]! += 1;
  }
}

function countLongMany(source: Uint32Array, starts: Uint32Array, docs: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!;
    const end = starts[doc + 1]!;
    for (let at = starts[doc]!; at < end; at++) counts[source[at]!]! += 1;
  }
}

function countShortRun(source: Uint16Array, from: number, to: number, counts: Uint32Array): void {
  for (let at = from; at < to; at++) counts[source[at]!]! += 1;
}

function countLongRun(source: Uint32Array, from: number, to: number, counts: Uint32Array): void {
  for (let at = from; at < to; at++) counts[source[at]!]! += 1;
}

function gatherShort(source: Uint16Array, docs: Uint32Array, count: number, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[i] = source[docs[i]!]!;
}

function gatherLong(source: Uint32Array, docs: Uint32Array, count: number, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[i] = source[docs[i]!]!;
}
