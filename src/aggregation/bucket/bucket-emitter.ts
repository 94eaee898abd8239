/** Counts (document, bucket) pairs and hands them to the sub-aggregations. */
import type { LeafCollector } from "../aggregation-kind.ts";
import type { BucketTable } from "./bucket-table.ts";
import { DocBatch } from "./doc-batch.ts";

/** One per segment and collector. */
export class BucketEmitter {
  readonly #table: BucketTable;
  readonly #batch: DocBatch | undefined;

  constructor(table: BucketTable, child: LeafCollector | undefined) {
    this.#table = table;
    this.#batch = child && new DocBatch(child);
  }

  /** Counts the document in the bucket. */
  add(doc: number, bucket: number): void {
    this.#table.counts[bucket]! += 1;
    this.#batch?.add(doc, bucket);
  }

  /** Hands over what is left; to be called at the end of each batch. */
  flush(): void {
    this.#batch?.flush();
  }
}
