/** The mean of the values that buckets have. */
import { bucketMetricKind } from "../buckets-path/bucket-metric.ts";
import { valueShape } from "../buckets-path/pipeline-value.ts";

export const avgBucket = bucketMetricKind<number>({
  name: "avg_bucket",
  summary: "The mean of a value over the buckets of an aggregation beside it.",
  of: ({ values }) => values.reduce((sum, value) => sum + value, 0) / values.length,
  shape: (name, format) => valueShape(name, "avg_bucket", format),
});
