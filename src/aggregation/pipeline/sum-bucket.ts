/** The sum of the values that buckets have. */
import { bucketMetricKind } from "../buckets-path/bucket-metric.ts";
import { valueShape } from "../buckets-path/pipeline-value.ts";

export const sumBucket = bucketMetricKind<number>({
  name: "sum_bucket",
  summary: "The sum of a value over the buckets of an aggregation beside it.",
  of: ({ values }) => values.reduce((sum, value) => sum + value, 0),
  shape: (name, format) => valueShape(name, "sum_bucket", format),
});
