/** Collects (document, bucket) pairs and passes them on in batches. */
import { BATCH_DOCS, type LeafCollector } from "../aggregation-kind.ts";

/**
 * One for each segment and collector. Pairs of one document stay in one batch if they fit: the receiver may replace
 * each document by others (nested ones), which must ascend too.
 */
export class DocBatch {
  readonly #child: LeafCollector;
  readonly #docs = new Uint32Array(BATCH_DOCS);
  readonly #buckets = new Uint32Array(BATCH_DOCS);
  #count = 0;

  constructor(child: LeafCollector) {
    this.#child = child;
  }

  add(doc: number, bucket: number): void {
    this.#docs[this.#count] = doc;
    this.#buckets[this.#count++] = bucket;
    if (this.#count === BATCH_DOCS) this.#spill();
  }

  /** Passes on the remaining pairs; must be called at the end of each incoming batch. */
  flush(): void {
    if (this.#count > 0) this.#child.collect(this.#docs, this.#count, this.#buckets);
    this.#count = 0;
  }

  /** Passes on all pairs except those of the last document. */
  #spill(): void {
    const docs = this.#docs;
    const last = docs[this.#count - 1];
    let whole = this.#count - 1;
    while (whole > 0 && docs[whole - 1] === last) whole--;
    if (whole === 0) whole = this.#count;
    this.#child.collect(docs, whole, this.#buckets);
    docs.copyWithin(0, whole, this.#count);
    this.#buckets.copyWithin(0, whole, this.#count);
    this.#count -= whole;
  }
}
