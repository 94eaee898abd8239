/** Pipelines that process the buckets of a histogram in order. */
import type { BucketAggregation, PipelinePlace } from "../aggregation-kind.ts";
import { bucketValue, parseBucketsPath, wordsOf } from "./buckets-path.ts";
import type { GapPolicy } from "./gap-policy.ts";

/** The error for a parent without sequential buckets (`validateParentAggSequentiallyOrdered`). */
export function validateSequential(kind: string, name: string, { parent }: PipelinePlace): string[] {
  if (parent?.sequential === "all") return [];
  if (parent?.sequential === "some")
    return [`parent histogram of ${kind} aggregation [${name}] must have min_doc_count of 0`];
  const must = `${kind} aggregation [${name}] must have a histogram, date_histogram or auto_date_histogram as parent`;
  return [parent ? must : `${must} but doesn't have a parent`];
}

/** The value of each bucket; see `bucketValue`. */
export function valuesOfBuckets(
  aggregation: BucketAggregation,
  partial: unknown,
  path: string,
  gapPolicy: GapPolicy,
): (number | undefined)[] {
  const words = wordsOf(parseBucketsPath(path));
  const of = { aggregation, partial };
  return aggregation.buckets(partial).map((bucket) => bucketValue(of, bucket, words, gapPolicy));
}
