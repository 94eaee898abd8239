/** Collects terms that stand in no dictionary: a script makes them. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  CollectorProfile,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
} from "../aggregation-kind.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { NumberedKeys } from "../keyed/numbered-keys.ts";
import type { SegmentKeys } from "../keyed/keyed-collector.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { acceptedKeys } from "./accepted-keys.ts";
import { type TermsRequest, keysOf } from "./terms-request.ts";
import { type TermsPartial, unmappedTerms } from "./terms-result.ts";
import { selectTerms } from "./terms-selection.ts";

export class TextTermsCollector implements BucketCollector<TermsPartial> {
  readonly #request: TermsRequest;
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #keysOf: SegmentKeys;
  readonly #keys: NumberedKeys;
  readonly #table = new BucketTable();

  constructor(request: TermsRequest, source: ValuesSource, shard: ShardCollection) {
    this.#request = request;
    this.#source = source;
    this.#shard = shard;
    this.#children = new ChildCollectors(request.children, shard);
    this.#keysOf = acceptedKeys(request, source, shard);
    this.#keys = new NumberedKeys(shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const keysOfBatch = this.#keysOf(reader, context);
    if (!keysOfBatch) return undefined;
    const table = this.#table;
    const emitter = new BucketEmitter(table, this.#children.segment(reader, context), reader);
    return {
      collect: (docs, count, buckets) => {
        const before = table.size;
        let lastPlace = -1;
        let last = -1;
        keysOfBatch(docs, count, (place, key) => {
          const number = this.#keys.number(key);
          // A document counts once for a repeated term; its terms are sorted.
          if (place === lastPlace && number === last) return;
          lastPlace = place;
          last = number;
          emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, number));
        });
        emitter.flush();
        if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
      },
    };
  }

  emptyResult(): TermsPartial {
    return { ...unmappedTerms(), ...keysOf(this.#source) };
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  profile(): CollectorProfile {
    return {
      debug: { collection_strategy: "from a script", result_strategy: "terms", total_buckets: this.#table.size },
    };
  }

  results(parents: Uint32Array): TermsPartial[] {
    const table = this.#table;
    const key = (bucket: number): string => String(this.#keys.key(table.keys[bucket]!));
    const candidates = {
      count: (bucket: number) => table.counts[bucket]!,
      compareKeys: (left: number, right: number) => (key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0),
      key,
      childBucket: (bucket: number) => bucket,
    };
    return selectTerms(this.#request, keysOf(this.#source), candidates, table.byParent(parents), {
      children: this.#children,
      isPart: this.#shard.isPart,
    });
  }
}
