/** Collects terms of several fields at once. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { BucketCollector, LeafCollector, SegmentReplay, ShardCollection } from "../aggregation-kind.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { SeenOfDocument } from "../collect/seen-of-document.ts";
import { documentKeys } from "../keyed/document-keys.ts";
import { SegmentTuples } from "../keyed/segment-tuples.ts";
import { tupleKey } from "../keyed/tuple-keys.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { SelectionRequest } from "./terms-request.ts";
import type { TermsPartial } from "./terms-result.ts";
import { selectTerms } from "./terms-selection.ts";
import { RAW } from "../values/value-format.ts";

/** Bytes of a tuple and its place, for accounting. */
const TUPLE_BYTES = 160;

/** The terms of one parent on a shard, keys being tuples as texts. */
export class MultiTermsCollector implements BucketCollector<TermsPartial> {
  readonly #request: SelectionRequest;
  readonly #sources: readonly ValuesSource[];
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #table = new BucketTable();
  readonly #numbers = new Map<string, number>();
  readonly #keys: string[] = [];

  constructor(request: SelectionRequest, sources: readonly ValuesSource[], shard: ShardCollection) {
    this.#request = request;
    this.#sources = sources;
    this.#shard = shard;
    this.#children = new ChildCollectors(request.children, shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const found = this.#sources.map((source) => documentKeys(reader, source));
    const parts = found.filter((part) => part !== undefined);
    if (parts.length < found.length) return undefined;
    const table = this.#table;
    const emitter = new BucketEmitter(table, this.#children.segment(reader, context), reader);
    const tuples = new SegmentTuples(parts, (tuple) => this.#number(tupleKey(tuple)), this.#shard);
    const seen = new SeenOfDocument<number>();
    return {
      collect: (docs, count, buckets) => {
        const before = table.size;
        seen.begin();
        tuples.each(docs, count, (place, number) => {
          if (!seen.isFirst(place, number)) return;
          emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, number));
        });
        emitter.flush();
        if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
      },
    };
  }

  #number(key: string): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#keys.push(key) - 1;
      this.#numbers.set(key, number);
      this.#shard.reserve(TUPLE_BYTES);
    }
    return number;
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  results(parents: Uint32Array): TermsPartial[] {
    const { keys, counts } = this.#table;
    const keyOf = (bucket: number): string => this.#keys[keys[bucket]!]!;
    const candidates = {
      count: (bucket: number) => counts[bucket]!,
      compareKeys: (left: number, right: number) =>
        keyOf(left) < keyOf(right) ? -1 : Number(keyOf(left) > keyOf(right)),
      key: keyOf,
      childBucket: (bucket: number) => bucket,
    };
    return selectTerms(this.#request, { type: "string", format: RAW }, candidates, this.#table.byParent(parents), {
      children: this.#children,
    });
  }
}
