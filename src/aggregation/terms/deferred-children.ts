/**
 * Children of the best terms alone (Elasticsearch's `breadth_first`): documents are counted first, and when the best
 * terms are known, their documents are collected once more for the children. Buckets of the children are the places of
 * these terms.
 */
import type { OperatorContext } from "../../query/operator.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { LeafCollector, SegmentReplay, ShardCollection } from "../aggregation-kind.ts";
import { DocBatch } from "../collect/doc-batch.ts";
import { needsMetrics } from "../order/bucket-order.ts";
import type { ChildCollectors } from "../tree/child-collectors.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { ShardTerms } from "./shard-terms.ts";
import type { TermsRequest } from "./terms-request.ts";

/** Fewer terms for each one that is kept are collected at once: looking at documents twice would cost more. */
const LEAST_FACTOR = 4;

/** Documents of a segment that were counted; undefined: all. */
interface SeenDocs {
  readonly reader: SegmentReader;
  readonly docs: Uint32Array | undefined;
}

/** Whether the children can wait for the best terms, and gain by it. */
export function canDefer(request: TermsRequest, shard: ShardCollection, terms: ShardTerms): boolean {
  return (
    request.children.aggregations.length > 0 &&
    terms.count >= LEAST_FACTOR * request.shardSize &&
    request.minDocCount > 0 &&
    !needsMetrics(request.order) &&
    !shard.isPart &&
    !shard.scores &&
    !shard.profiler
  );
}

export class DeferredChildren {
  readonly #shard: ShardCollection;
  readonly #source: ValuesSource;
  readonly #terms: ShardTerms;
  readonly #children: ChildCollectors;
  readonly #seen: SeenDocs[] = [];
  /** The children's bucket of each term plus one; 0: none. */
  #places = new Uint32Array(0);

  constructor(source: ValuesSource, terms: ShardTerms, children: ChildCollectors, shard: ShardCollection) {
    this.#source = source;
    this.#terms = terms;
    this.#children = children;
    this.#shard = shard;
  }

  /** Remembers all documents of a segment. */
  seeAll(reader: SegmentReader): void {
    this.#seen.push({ reader, docs: undefined });
  }

  /** Remembers documents of a segment. */
  see(reader: SegmentReader, docs: Uint32Array, count: number): void {
    const bits = this.#bitsOf(reader);
    for (let i = 0; i < count; i++) bits[docs[i]! >>> 5]! |= 1 << (docs[i]! & 31);
  }

  #bitsOf(reader: SegmentReader): Uint32Array {
    const last = this.#seen.at(-1);
    if (last?.reader === reader && last.docs) return last.docs;
    const docs = new Uint32Array((reader.docCount + 31) >>> 5);
    this.#shard.reserve(docs.byteLength);
    this.#seen.push({ reader, docs });
    return docs;
  }

  /** The children's bucket of one of the best terms. */
  placeOf(ordinal: number): number {
    return this.#places[ordinal]! - 1;
  }

  /** Collects the documents of these terms. */
  collect(best: readonly number[], replay: SegmentReplay): void {
    this.#shard.reserve(this.#terms.count * Uint32Array.BYTES_PER_ELEMENT);
    this.#places = new Uint32Array(this.#terms.count);
    best.forEach((ordinal, place) => (this.#places[ordinal] = place + 1));
    for (const { reader, docs } of this.#seen)
      replay.open(reader, (context) => {
        const child = this.#children.segment(reader, context);
        if (child) this.#replay(reader, docs, child, context);
      });
  }

  #replay(reader: SegmentReader, seen: Uint32Array | undefined, child: LeafCollector, context: OperatorContext): void {
    const values = new OrdinalValues(reader, this.#source);
    const map = this.#terms.mapOf(reader);
    const batch = new DocBatch(child);
    const docs = new Uint32Array(WINDOW_DOCS);
    for (let base = 0; base < reader.docCount; base += WINDOW_DOCS) {
      const end = Math.min(reader.docCount, base + WINDOW_DOCS);
      let count = 0;
      for (let doc = base; doc < end; doc++)
        if (!seen || ((seen[doc >>> 5]! >>> (doc & 31)) & 1) === 1) docs[count++] = doc;
      if (count > 0) this.#pass(values, docs, values.load(docs, count), map, batch);
      context.checkpoint();
    }
  }

  #pass(values: OrdinalValues, docs: Uint32Array, loaded: number, map: Uint32Array | undefined, batch: DocBatch): void {
    const places = this.#places;
    const { ordinals } = values;
    this.#terms.translate(ordinals, loaded, map);
    for (let i = 0; i < loaded; i++) {
      const place = places[ordinals[i]!]!;
      if (place > 0) batch.add(docs[values.places[i]!]!, place - 1);
    }
    batch.flush();
  }
}
