/** Collects all documents of a shard after the last segment, whatever the query matched. */
import { illegalArgument } from "../../compat/errors.ts";
import { forEachWindow } from "../../query/execution/bulk.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, Query } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type {
  BucketCollector,
  LeafCollector,
  ResultBucket,
  SegmentReplay,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { docWeights } from "../values/doc-weights.ts";

export class GlobalCollector implements BucketCollector<ResultBucket> {
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #plan: Plan;
  #count = 0;

  /** `filter` matches what the request may see of the index. */
  constructor(children: SubAggregations, filter: Query, shard: ShardCollection) {
    this.#shard = shard;
    this.#children = new ChildCollectors(children, shard);
    this.#plan = filter.plan(shard.searcher, { scored: false, boost: 1 });
  }

  /** What the query matches is not looked at; inside of other buckets there is nothing to replay for. */
  segment(): LeafCollector {
    return {
      collect(_docs, _count, buckets) {
        if (buckets) throw illegalArgument("[global] aggregations can only be at the top of a request");
        return true;
      },
    };
  }

  finish(replay: SegmentReplay): void {
    const { segments, liveDocs } = this.#shard.searcher;
    for (const [place, reader] of segments.entries())
      replay.open(reader, (context) => this.#collect(reader, liveDocs[place], context));
    this.#children.finish(replay);
  }

  #collect(reader: SegmentReader, live: Uint32Array | undefined, context: OperatorContext): void {
    const operator = this.#plan.operator(context);
    if (!operator) return;
    const leaf = this.#children.segment(reader, context);
    const weights = docWeights(reader);
    // Every document scores 1, as with a match_all query.
    this.#shard.scores?.fill(1, 0, WINDOW_DOCS);
    const take = (docs: Uint32Array, count: number): void => {
      if (weights) for (let i = 0; i < count; i++) this.#count += weights[docs[i]!]!;
      else this.#count += count;
      leaf?.collect(docs, count, undefined);
    };
    forEachWindow({ operator, context, live, scored: false, take });
  }

  results(buckets: Uint32Array): ResultBucket[] {
    const below = this.#children.results(buckets);
    return Array.from(buckets, (_, place) => ({ docCount: this.#count, children: below[place]! }));
  }
}
