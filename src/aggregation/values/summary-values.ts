/** Loads pre-aggregated values of a batch of documents: sums with the number of values in each. */
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import type { CountColumn } from "./values-source.ts";

/** `sums[i]` covers `numbers[i]` values of the document at position `places[i]` of the batch; positions ascend. */
export class SummaryValues {
  readonly #column: ColumnReader | undefined;
  readonly #counts: ColumnReader | undefined;
  readonly #presence: Uint32Array | undefined;
  readonly #each: boolean;
  /** The values by themselves. */
  values = new Float64Array(BATCH_DOCS);
  sums = new Float64Array(BATCH_DOCS);
  numbers = new Float64Array(BATCH_DOCS);
  places = new Uint32Array(BATCH_DOCS);

  constructor(reader: SegmentReader, path: string, counts: CountColumn) {
    this.#column = reader.column(path);
    this.#counts = reader.column(counts.path);
    this.#presence = this.#column && reader.presence(path);
    this.#each = counts.of === "each";
  }

  /** False when no document of the segment has one. */
  get any(): boolean {
    return this.#column !== undefined && this.#counts !== undefined;
  }

  /** Loads a batch; answers the number of summaries. */
  load(docs: Uint32Array, count: number): number {
    const column = this.#column;
    const counts = this.#counts;
    if (!column || !counts) return 0;
    const presence = this.#presence;
    let loaded = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if (presence && ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue;
      const from = column.starts ? column.starts[doc]! : doc;
      const to = column.starts ? column.starts[doc + 1]! : doc + 1;
      // Both columns have the same number of entries; each records separately whether a document has several.
      const firstCount = counts.starts ? counts.starts[doc]! : doc;
      if (loaded + to - from > this.sums.length) this.#grow(loaded + to - from);
      let before = 0;
      for (let at = from; at < to; at++) {
        const value = Number(column.values[at]);
        const upTo = Number(counts.values[firstCount + at - from]);
        this.values[loaded] = value;
        this.sums[loaded] = this.#each ? value * (upTo - before) : value;
        this.numbers[loaded] = this.#each ? upTo - before : upTo;
        this.places[loaded++] = i;
        before = upTo;
      }
    }
    return loaded;
  }

  #grow(needed: number): void {
    const size = Math.max(needed, this.sums.length * 2);
    const values = new Float64Array(size);
    const sums = new Float64Array(size);
    const numbers = new Float64Array(size);
    const places = new Uint32Array(size);
    values.set(this.values);
    sums.set(this.sums);
    numbers.set(this.numbers);
    places.set(this.places);
    this.values = values;
    this.sums = sums;
    this.numbers = numbers;
    this.places = places;
  }
}
