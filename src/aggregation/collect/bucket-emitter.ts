/** Counts (document, bucket) pairs and passes them to the sub-aggregations. */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { LeafCollector } from "../aggregation-kind.ts";
import { docWeights } from "../values/doc-weights.ts";
import type { BucketTable } from "./bucket-table.ts";
import { DocBatch } from "./doc-batch.ts";

/** One per segment and collector. */
export class BucketEmitter {
  readonly #table: BucketTable;
  readonly #batch: DocBatch | undefined;
  readonly #weights: Float64Array | undefined;

  /** `reader`: the segment of the documents. */
  constructor(table: BucketTable, child: LeafCollector | undefined, reader: SegmentReader) {
    this.#table = table;
    this.#weights = docWeights(reader);
    this.#batch = child && new DocBatch(child);
  }

  /** Counts the document in the bucket. */
  add(doc: number, bucket: number): void {
    this.#table.counts[bucket]! += this.#weights === undefined ? 1 : this.#weights[doc]!;
    this.#batch?.add(doc, bucket);
  }

  /** Passes on the remaining pairs; must be called at the end of each batch. */
  flush(): void {
    this.#batch?.flush();
  }
}
