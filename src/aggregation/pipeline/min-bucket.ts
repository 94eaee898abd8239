/** The buckets with the least value. */
import { bestBucketKind } from "../buckets-path/best-bucket.ts";

export const minBucket = bestBucketKind(
  { name: "min_bucket", summary: "The least value of the buckets of an aggregation beside it, and their keys." },
  (values) => values.reduce((best, value) => Math.min(best, value), Infinity),
);
