/** Bounds of the values of each window, where every document has one value in a column. */
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { columnOf, presenceOf } from "./columns.ts";
import type { ValuesSource } from "./values-source.ts";

export class ValueZones {
  readonly #zones: Float64Array;
  readonly #values: Float64Array | Int32Array;
  /** Least and greatest value of the window of the last `find`. */
  readonly bounds = new Float64Array(2);

  private constructor(zones: Float64Array, values: Float64Array | Int32Array) {
    this.#zones = zones;
    this.#values = values;
  }

  /** Undefined where a document may have no value, or several, or one that is not in the column as it is. */
  static of(reader: SegmentReader, source: ValuesSource): ValueZones | undefined {
    if (source.unit !== "plain" || source.script) return undefined;
    const column = columnOf(reader, source.path);
    if (!column?.zones || column.starts || presenceOf(reader, source.path)) return undefined;
    const { zones, values } = column;
    return values instanceof Float64Array || values instanceof Int32Array ? new ValueZones(zones, values) : undefined;
  }

  /** Finds the bounds of documents that ascend; false: they are of several windows. */
  find(docs: Uint32Array, count: number): boolean {
    const window = Math.floor(docs[0]! / WINDOW_DOCS);
    if (window !== Math.floor(docs[count - 1]! / WINDOW_DOCS)) return false;
    this.bounds[0] = this.#zones[2 * window]!;
    this.bounds[1] = this.#zones[2 * window + 1]!;
    return true;
  }

  /** Counts the documents whose values begin at a border; `into` is given 1 for each of them, and 0 for others. */
  countFrom(border: number, docs: Uint32Array, count: number, into: Uint32Array | undefined): number {
    const values = this.#values;
    return values instanceof Float64Array
      ? into
        ? markDoubles(values, border, docs, count, into)
        : countDoubles(values, border, docs, count)
      : markIntegers(values, border, docs, count, into);
  }
}

// One function for each kind of array: a shared loop over several kinds runs several times slower.
function countDoubles(values: Float64Array, border: number, docs: Uint32Array, count: number): number {
  let later = 0;
  for (let i = 0; i < count; i++) if (values[docs[i]!]! >= border) later++;
  return later;
}

function markDoubles(
  values: Float64Array,
  border: number,
  docs: Uint32Array,
  count: number,
  into: Uint32Array,
): number {
  let later = 0;
  for (let i = 0; i < count; i++) {
    const beyond = values[docs[i]!]! >= border ? 1 : 0;
    into[i] = beyond;
    later += beyond;
  }
  return later;
}

function markIntegers(
  values: Int32Array,
  border: number,
  docs: Uint32Array,
  count: number,
  into: Uint32Array | undefined,
): number {
  let later = 0;
  for (let i = 0; i < count; i++) {
    const beyond = values[docs[i]!]! >= border ? 1 : 0;
    if (into) into[i] = beyond;
    later += beyond;
  }
  return later;
}
