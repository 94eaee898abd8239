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

  at(index: number): number {
    const value = this.#column!.values[index]!;
    if (this.#isNanos) return Number(BigInt(value) / NANOS_IN_MILLISECOND);
    return Number(value) + this.#offset;
  }
}
