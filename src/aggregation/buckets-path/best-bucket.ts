/** The best value among buckets, and the keys of all buckets that have it (`InternalBucketMetricValue`). */
import type { PipelineKind } from "../aggregation-kind.ts";
import { type BucketMetric, type BucketValues, bucketMetricKind } from "./bucket-metric.ts";
import { renderFinite } from "./pipeline-value.ts";

interface BestBucket {
  readonly value: number;
  readonly keys: readonly string[];
}

/** Makes the kind; `best` chooses among the values, and returns an infinite number for none. */
export function bestBucketKind(
  { name: kind, summary }: Pick<BucketMetric<BestBucket>, "name" | "summary">,
  best: (values: readonly number[]) => number,
): PipelineKind {
  return bucketMetricKind<BestBucket>({
    name: kind,
    summary,
    of({ values, keys }: BucketValues) {
      const value = best(values);
      return { value, keys: keys.filter((_, place) => values[place] === value) };
    },
    shape: (name, format) => ({
      name,
      kind,
      render: ({ value, keys }) => ({ ...renderFinite(value, format), keys }),
      typeName: () => "bucket_metric_value",
      sortable: { of: "single-value" },
      metric: (result) => result.value,
    }),
  });
}
