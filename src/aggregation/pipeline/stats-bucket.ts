/** Count, least, greatest, mean and sum of the values that buckets have. */
import { bucketMetricKind } from "../buckets-path/bucket-metric.ts";
import { type Stats, STATS_PROPERTIES, renderStats, statsValue } from "../numeric/stats-state.ts";
import { statsOf } from "../buckets-path/values-stats.ts";

export const statsBucket = bucketMetricKind<Stats>({
  name: "stats_bucket",
  summary: "Count, min, max, avg and sum of a value over the buckets of an aggregation beside it.",
  of: ({ values }) => statsOf(values),
  shape: (name, format) => ({
    name,
    kind: "stats_bucket",
    render: (stats) => renderStats(stats, format),
    typeName: () => "stats_bucket",
    sortable: {
      of: "multi-value",
      properties: STATS_PROPERTIES,
      javaEnum: "org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics",
    },
    metric: statsValue,
  }),
});
