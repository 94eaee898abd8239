/** The buckets with the greatest value. */
import { bestBucketKind } from "../buckets-path/best-bucket.ts";

export const maxBucket = bestBucketKind(
  { name: "max_bucket", summary: "The greatest value of the buckets of an aggregation beside it, and their keys." },
  (values) => values.reduce((best, value) => Math.max(best, value), -Infinity),
);
