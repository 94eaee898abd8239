/** Loads the summaries of a batch of documents: sums of values, with how many values each is of. */
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import type { CountColumn } from "./values-source.ts";

/** `sums[i]` is of `numbers[i]` values of the document at place `places[i]` of the batch; places ascend. */
export class SummaryValues {
  readonly #values: ColumnReader | undefined;
  readonly #counts: ColumnReader | undefined;
  readonly #presence: Uint32Array | undefined;
  readonly #each: boolean;
  sums = new Float64Array(BATCH_DOCS);
  numbers = new Float64Array(BATCH_DOCS);
  places = new Uint32Array(BATCH_DOCS);

  constructor(reader: SegmentReader, path: string, counts: CountColumn) {
    this.#values = reader.column(path);
    this.#counts = reader.column(counts.path);
    this.#presence = this.#values && reader.presence(path);
    this.#each = counts.of === "each";
  }

  /** False when no document of the segment has one. */
  get any(): boolean {
    return this.#values !== undefined && this.#counts !== undefined;
  }

  /** Loads a batch; answers the number of summaries. */
  load(docs: Uint32Array, count: number): number {
    const values = this.#values;
    const counts = this.#counts;
    if (!values || !counts) return 0;
    const presence = this.#presence;
    let loaded = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if (presence && ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue;
      const from = values.starts ? values.starts[doc]! : doc;
      const to = values.starts ? values.starts[doc + 1]! : doc + 1;
      // Both columns have as many numbers; each may know by itself whether there are several.
      const firstCount = counts.starts ? counts.starts[doc]! : doc;
      if (loaded + to - from > this.sums.length) this.#grow(loaded + to - from);
      let before = 0;
      for (let at = from; at < to; at++) {
        const value = Number(values.values[at]);
        const upTo = Number(counts.values[firstCount + at - from]);
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
    const sums = new Float64Array(size);
    const numbers = new Float64Array(size);
    const places = new Uint32Array(size);
    sums.set(this.sums);
    numbers.set(this.numbers);
    places.set(this.places);
    this.sums = sums;
    this.numbers = numbers;
    this.places = places;
  }
}
