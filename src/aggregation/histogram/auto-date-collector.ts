/** Collects buckets by the least interval, and by coarser ones once a parent has too many. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { mergeChildren } from "../tree/child-results.ts";
import { BucketDoubles } from "../values/bucket-array.ts";
import { NumericValues } from "../values/numeric-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { AutoInterval } from "./auto-intervals.ts";
import type { HistogramBucket } from "./histogram-result.ts";
import { intervalBuckets } from "./interval-buckets.ts";

/** The buckets of one parent; `interval` is the place of theirs. */
export interface AutoBuckets {
  readonly interval: number;
  readonly buckets: readonly HistogramBucket[];
}

/** What is collected. */
export interface AutoRequest {
  readonly source: ValuesSource;
  readonly intervals: readonly AutoInterval[];
  readonly wanted: number;
  readonly children: SubAggregations;
}

/** Buckets that a coarser interval joins are joined when results are built. */
export class AutoDateCollector implements BucketCollector<AutoBuckets> {
  readonly #request: AutoRequest;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #table = new BucketTable();
  /** By parent: the place of its interval, and its number of buckets since that was chosen. */
  readonly #intervals = new BucketDoubles(0);
  readonly #counts = new BucketDoubles(0);

  constructor(request: AutoRequest, shard: ShardCollection) {
    this.#request = request;
    this.#shard = shard;
    this.#children = new ChildCollectors(request.children, shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const values = new NumericValues(reader, this.#request.source);
    if (!values.any) return undefined;
    const table = this.#table;
    const emitter = new BucketEmitter(table, this.#children.segment(reader, context), reader);
    return {
      collect: (docs, count, buckets) => {
        const before = table.size;
        const loaded = values.load(docs, count);
        let place = -1;
        let last = Number.NaN;
        for (let i = 0; i < loaded; i++) {
          const parent = buckets ? buckets[values.places[i]!]! : 0;
          const key = this.#keyOf(parent, values.values[i]!);
          // Several values of a document in one interval count once; values are sorted.
          if (values.places[i] === place && key === last) continue;
          place = values.places[i]!;
          last = key;
          emitter.add(docs[place]!, this.#bucket(parent, key));
        }
        emitter.flush();
        if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
      },
    };
  }

  #keyOf(parent: number, value: number): number {
    return this.#request.intervals[this.#intervals.get(parent)]!.rounding.round(value);
  }

  #bucket(parent: number, key: number): number {
    const table = this.#table;
    const before = table.size;
    const bucket = table.bucket(parent, key);
    if (table.size === before) return bucket;
    const { intervals, wanted } = this.#request;
    const counts = this.#counts.reserve(parent + 1, this.#shard);
    const places = this.#intervals.reserve(parent + 1, this.#shard);
    counts[parent]! += 1;
    const place = places[parent]!;
    if (place < intervals.length - 1 && counts[parent]! > wanted * intervals[place]!.greatest) {
      places[parent] = place + 1;
      counts[parent] = 0;
    }
    return bucket;
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  results(parents: Uint32Array): AutoBuckets[] {
    return intervalBuckets(this.#table, parents, this.#children).map((buckets, place) => {
      const interval = this.#intervals.get(parents[place]!);
      const { rounding } = this.#request.intervals[interval]!;
      return { interval, buckets: joinedBuckets(buckets, (key) => rounding.round(key), this.#request.children) };
    });
  }
}

/** Joins neighbours of the same new key; buckets ascend. */
export function joinedBuckets(
  buckets: readonly HistogramBucket[],
  keyOf: (key: number) => number,
  children: SubAggregations,
): HistogramBucket[] {
  const groups: { key: number; same: HistogramBucket[] }[] = [];
  for (const bucket of buckets) {
    const key = keyOf(bucket.key);
    const last = groups.at(-1);
    if (last?.key === key) last.same.push(bucket);
    else groups.push({ key, same: [bucket] });
  }
  return groups.map(({ key, same }) => ({
    key,
    docCount: same.reduce((sum, { docCount }) => sum + docCount, 0),
    children:
      same.length === 1
        ? same[0]!.children
        : mergeChildren(
            children,
            same.map((bucket) => bucket.children),
            { countBuckets: () => undefined },
          ),
  }));
}
