/** Results of a sample as those of all documents: counts and sums are scaled up. */
import { type Aggregation, hasBuckets, type PartialResult } from "../aggregation-kind.ts";

/** A count of a sample, scaled up. */
export function scaledCount(count: number, factor: number): number {
  return Math.round(count * factor);
}

/** The result with the counts of its buckets and of all below scaled. */
export function scaleResult(aggregation: Aggregation, partial: PartialResult, factor: number): PartialResult {
  const own = aggregation.scale ? aggregation.scale(partial, factor) : partial;
  if (!hasBuckets(aggregation)) return own;
  const buckets = aggregation.buckets(own).map((bucket) => ({
    ...bucket,
    docCount: scaledCount(bucket.docCount, factor),
    children: aggregation.children.aggregations.map((child, place) =>
      scaleResult(child, bucket.children[place], factor),
    ),
  }));
  return aggregation.withBuckets(own, buckets);
}
