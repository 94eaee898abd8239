/** Makes the aggregation of a histogram of either kind. */
import type { BucketAggregation, BucketCollector, ShardCollection } from "../aggregation-kind.ts";
import { divisionOf } from "../tree/child-results.ts";
import { checkRates } from "../tree/rated-results.ts";
import { numberText } from "../values/value-format.ts";
import { HistogramCollector } from "./histogram-collector.ts";
import type { HistogramRequest } from "./histogram-request.ts";
import { SpreadHistogramCollector } from "./spread-histogram-collector.ts";
import {
  type HistogramBucket,
  type HistogramPartial,
  emptyHistogram,
  mergeHistogram,
  renderHistogram,
} from "./histogram-result.ts";

/** See HistogramRequest. */
export function histogramAggregation(request: HistogramRequest): BucketAggregation<HistogramPartial, HistogramBucket> {
  return {
    name: request.name,
    kind: request.kind,
    children: request.children,
    divides: (searcher) => divisionOf(request.children, searcher),
    collector: (shard) => collectorOf(request, shard),
    empty: () => emptyHistogram(request),
    merge: (partials, reduce) => mergeHistogram(request, partials, reduce),
    render: (partial, context) => renderHistogram(request, partial, context),
    typeName: () => request.kind,
    buckets: (partial) => partial.buckets,
    withBuckets: (partial, buckets) => ({ ...partial, buckets }),
    keyOf: ({ format }, { key }) => ({ value: key, text: numberText(format, key) ?? request.keyName(key) }),
    sequential: request.minDocCount === 0 ? "all" : "some",
    hasIntervals: request.lengthOf !== undefined,
  };
}

function collectorOf(request: HistogramRequest, shard: ShardCollection): BucketCollector<HistogramPartial> {
  if (request.lengthOf) checkRates(request.children, request.lengthOf);
  const { shape, counts } = request.values.source();
  return shape === "ranges" || counts
    ? new SpreadHistogramCollector(request, shard)
    : new HistogramCollector(request, shard);
}
