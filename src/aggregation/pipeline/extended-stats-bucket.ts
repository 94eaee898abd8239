/** What stats_bucket tells, and how far the values of buckets lie apart. */
import { illegalArgument } from "../../compat/errors.ts";
import { bucketMetricOf } from "../buckets-path/bucket-metric.ts";
import { statsOf } from "../buckets-path/values-stats.ts";
import {
  EXTENDED_PROPERTIES,
  type ExtendedStats,
  extendedValue,
  renderExtendedStats,
} from "../numeric/extended-stats-state.ts";

const DEFAULT_SIGMA = 2;

export const extendedStatsBucket = bucketMetricOf<ExtendedStats>(
  {
    name: "extended_stats_bucket",
    summary: "As stats_bucket, with the sum of squares, variance and standard deviation.",
  },
  () => {
    let sigma = DEFAULT_SIGMA;
    return {
      extra(key, value) {
        if (key !== "sigma" || typeof value !== "number") return false;
        sigma = value;
        return true;
      },
      metric() {
        if (sigma < 0) throw illegalArgument("sigma must be a non-negative double");
        return {
          of: ({ values }) => statsOf(values),
          shape: (name, format) => ({
            name,
            kind: "extended_stats_bucket",
            render: (stats) => renderExtendedStats(stats, sigma, format),
            typeName: () => "extended_stats_bucket",
            sortable: {
              of: "multi-value",
              properties: EXTENDED_PROPERTIES,
              javaEnum: "org.elasticsearch.search.aggregations.metrics.InternalExtendedStats.Metrics",
            },
            metric: (stats, property) => extendedValue(stats, property, sigma),
          }),
        };
      },
    };
  },
);
