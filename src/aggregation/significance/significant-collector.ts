/** Counts terms in the documents of buckets, and then in all of the background. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { type KeyedBucket, compareKeys } from "../keyed/keyed-buckets.ts";
import { type KeySource, KeyedCollector } from "../keyed/keyed-collector.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import type { BackgroundCounts } from "./background.ts";
import type { SignificanceRequest } from "./significance-request.ts";
import { bestOf, type SignificantPartial } from "./significant-result.ts";

/** What differs between terms and texts. */
export interface SignificantParts {
  readonly request: SignificanceRequest;
  readonly children: SubAggregations;
  readonly keys: KeySource;
  readonly background: BackgroundCounts;
  readonly shown: Pick<SignificantPartial, "type" | "format">;
}

export class SignificantCollector implements BucketCollector<SignificantPartial> {
  readonly #parts: SignificantParts;
  readonly #shard: ShardCollection;
  readonly #keyed: KeyedCollector<readonly KeyedBucket[]>;
  readonly #sizes = new BucketDoubles(0);

  constructor(parts: SignificantParts, shard: ShardCollection) {
    this.#parts = parts;
    this.#shard = shard;
    this.#keyed = new KeyedCollector(
      {
        children: parts.children,
        ...parts.keys,
        result: (buckets) => buckets,
      },
      shard,
    );
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector {
    const leaf = this.#keyed.segment(reader, context);
    return {
      collect: (docs, count, buckets) => {
        const sizes = this.#sizes.reserve(bucketsNeeded(buckets, count), this.#shard);
        for (let i = 0; i < count; i++) sizes[buckets ? buckets[i]! : 0]! += 1;
        leaf?.collect(docs, count, buckets);
      },
    };
  }

  emptyResult(): SignificantPartial {
    const { background, shown } = this.#parts;
    return { ...shown, subsetSize: 0, supersetSize: background.size, buckets: [] };
  }

  finish(replay: SegmentReplay): void {
    const { background, request } = this.#parts;
    const plan = request.background.plan(this.#shard.searcher, { scored: false, boost: 1 });
    background.collect(plan, this.#keyed.allKeys(), { shard: this.#shard, replay });
    this.#keyed.finish(replay);
  }

  results(parents: Uint32Array): SignificantPartial[] {
    const { background, request, shown } = this.#parts;
    const { shardSize, shardLeast } = request;
    const kept = this.#keyed.counted(parents).map((found, place) => {
      const sizes = { subsetSize: this.#sizes.get(parents[place]!), supersetSize: background.size };
      const all = found.map((bucket) => ({ ...bucket, background: background.count(bucket.key), score: 0 }));
      // Terms are gone through in their order, where nothing stands above or below them; otherwise as they were met.
      if (request.isTop && this.#parts.children.aggregations.length === 0 && shown.type === "string")
        all.sort(compareKeys);
      const buckets = bestOf(request, all, sizes, { limit: shardSize, least: Math.max(shardLeast, 1), scores: false });
      return { sizes, buckets };
    });
    const below = this.#keyed.withChildren(kept.map(({ buckets }) => buckets));
    return kept.map(({ sizes }, place) => ({ ...shown, ...sizes, buckets: below[place]! }));
  }
}
