/** Tells results that are rates how long the interval of time around them is. */
import {
  type Aggregation,
  type BucketAggregation,
  type ChildPartials,
  hasBuckets,
  type SubAggregations,
} from "../aggregation-kind.ts";
import type { IntervalLength } from "../time/calendar-unit.ts";

/** Whether there is a rate below whose nearest interval of time is that of the parent. */
export function hasRates({ aggregations }: SubAggregations): boolean {
  return aggregations.some((one) => one.rated !== undefined || (isOpen(one) && hasRates(one.children)));
}

/** Throws 400 when the unit of a rate does not fit the intervals. */
export function checkRates({ aggregations }: SubAggregations, lengthOf: IntervalLength, isDirect = true): void {
  for (const one of aggregations) {
    // All intervals that have a length of their own take any unit that one of them takes.
    if (one.rated) lengthOf(one.rated.unit, isDirect ? 0 : undefined);
    else if (isOpen(one)) checkRates(one.children, lengthOf, false);
  }
}

/** The children's results in the interval that begins at `start`; undefined: they are not direct children. */
export function ratedChildren(
  children: SubAggregations,
  results: ChildPartials,
  lengthOf: IntervalLength,
  start: number | undefined,
): ChildPartials {
  return children.aggregations.map((one, place) => {
    const result = results[place];
    if (one.rated) return one.rated.over(result, lengthOf(one.rated.unit, start));
    if (!isOpen(one) || !hasRates(one.children)) return result;
    const buckets = one
      .buckets(result)
      .map((bucket) => ({ ...bucket, children: ratedChildren(one.children, bucket.children, lengthOf, undefined) }));
    return one.withBuckets(result, buckets);
  });
}

/** Whether it has buckets, and these are no intervals of time by themselves. */
function isOpen(one: Aggregation): one is BucketAggregation {
  return hasBuckets(one) && !one.hasIntervals;
}
