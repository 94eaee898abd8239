/** Gathers (document, bucket) pairs, counts them and hands them to the sub-aggregations in batches. */
import { BATCH_DOCS, type LeafCollector } from "../aggregation-kind.ts";
import type { BucketTable } from "./bucket-table.ts";

/** One per segment and collector. */
export class BucketEmitter {
  readonly #table: BucketTable;
  readonly #child: LeafCollector | undefined;
  readonly #docs = new Uint32Array(BATCH_DOCS);
  readonly #buckets = new Uint32Array(BATCH_DOCS);
  #count = 0;

  constructor(table: BucketTable, child: LeafCollector | undefined) {
    this.#table = table;
    this.#child = child;
  }

  /** Counts the document in the bucket. */
  add(doc: number, bucket: number): void {
    this.#table.counts[bucket]! += 1;
    if (!this.#child) return;
    this.#docs[this.#count] = doc;
    this.#buckets[this.#count++] = bucket;
    if (this.#count === BATCH_DOCS) this.flush();
  }

  /** Hands over what is left; to be called at the end of each batch. */
  flush(): void {
    if (this.#count > 0) this.#child?.collect(this.#docs, this.#count, this.#buckets);
    this.#count = 0;
  }
}
