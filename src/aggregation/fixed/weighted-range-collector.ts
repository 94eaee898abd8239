/** Ranges over histogram fields: each value counts as often as it occurred. */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { BucketCollector, LeafCollector, ShardCollection } from "../aggregation-kind.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { SummaryValues } from "../values/summary-values.ts";
import type { CountColumn } from "../values/values-source.ts";
import type { FixedBuckets } from "./fixed-buckets.ts";

/** The parts of the collector. */
export interface WeightedRanges<P> {
  readonly path: string;
  readonly counts: CountColumn;
  /** Sorted by `from`; `to` is exclusive. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** Makes a partial result. */
  readonly label: (buckets: FixedBuckets) => P;
}

export class WeightedRangeCollector<P> implements BucketCollector<P> {
  readonly #asked: WeightedRanges<P>;
  readonly #shard: ShardCollection;
  readonly #counts = new BucketDoubles(0);

  constructor(asked: WeightedRanges<P>, shard: ShardCollection) {
    this.#asked = asked;
    this.#shard = shard;
  }

  segment(reader: SegmentReader): LeafCollector | undefined {
    const { path, counts, ranges } = this.#asked;
    const summaries = new SummaryValues(reader, path, counts);
    if (!summaries.any) return undefined;
    const size = ranges.length;
    return {
      collect: (docs, count, parents) => {
        const into = this.#counts.reserve(bucketsNeeded(parents, count) * size, this.#shard);
        const loaded = summaries.load(docs, count);
        const { values, numbers, places } = summaries;
        for (let i = 0; i < loaded; i++) {
          const first = (parents ? parents[places[i]!]! : 0) * size;
          for (let r = 0; r < size && ranges[r]!.from <= values[i]!; r++) {
            if (values[i]! < ranges[r]!.to) into[first + r]! += numbers[i]!;
          }
        }
      },
    };
  }

  /** These ranges have no children. */
  finish(): void {}

  results(parents: Uint32Array): P[] {
    const { ranges, label } = this.#asked;
    return Array.from(parents, (parent) =>
      label(
        ranges.map((_range, place) => ({ docCount: this.#counts.get(parent * ranges.length + place), children: [] })),
      ),
    );
  }
}
