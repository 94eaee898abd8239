/** The numbers of a field by document, as doubles; instants in milliseconds (Lucene's `SortedNumericDoubleValues`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";

const NANOS_IN_MILLISECOND = 1_000_000n;

/** The values of one segment. A document's values are at `start(doc) .. end(doc) - 1`, ascending. */
export class NumberColumn {
  readonly #column: ColumnReader | undefined;
  readonly #presence: Uint32Array | undefined;
  readonly #offset: number;
  readonly #isNanos: boolean;

  constructor(reader: SegmentReader, field: MappedField) {
    this.#column = reader.column(field.path);
    this.#presence = this.#column ? reader.presence(field.path) : undefined;
    this.#offset = field.valueOffset ?? 0;
    this.#isNanos = field.capabilities.dates === "nanoseconds";
  }

  start(doc: number): number {
    return this.#column?.starts ? this.#column.starts[doc]! : doc;
  }

  end(doc: number): number {
    if (!this.#column) return doc;
    const { starts } = this.#column;
    if (starts) return starts[doc + 1]!;
    const presence = this.#presence;
    return presence === undefined || ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1 ? doc + 1 : doc;
  }

  /**
   * Writes the value of each document, NaN for none. Answers false, having written nothing, where some have several.
   */
  singles(docs: Uint32Array, count: number, into: Float64Array): boolean {
    if (this.#column?.starts || this.#isNanos) return false;
    const values = this.#column?.values;
    const presence = this.#presence;
    const offset = this.#offset;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      const hasValue = values && (presence === undefined || ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1);
      into[i] = hasValue ? Number(values[doc]) + offset : Number.NaN;
    }
    return true;
  }

  at(index: number): number {
    const value = this.#column!.values[index]!;
    if (this.#isNanos) return Number(BigInt(value) / NANOS_IN_MILLISECOND);
    return Number(value) + this.#offset;
  }
}
