/** Gathers (document, bucket) pairs, counts them and hands them to the sub-aggregations in batches. */
import { BATCH_DOCS, type LeafCollector } from "../aggregation-kind.ts";
import type { BucketTable } from "./bucket-table.ts";

/** One per segment and collector. */
export class BucketEmitter {
  readonly #table: BucketTable;
  readonly #child: LeafCollector | undefined;
  readonly #docs: Uint32Array;
  readonly #buckets: Uint32Array;
  #count = 0;

  constructor(table: BucketTable, child: LeafCollector | undefined) {
    this.#table = table;
    this.#child = child;
    this.#docs = new Uint32Array(child ? BATCH_DOCS : 0);
    this.#buckets = new Uint32Array(child ? BATCH_DOCS : 0);
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
