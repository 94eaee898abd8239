/** All pipeline aggregations. Adding one: a file in `pipeline/`, a line here, a test. */
import type { PipelineKind } from "./aggregation-kind.ts";
import { avgBucket } from "./pipeline/avg-bucket.ts";
import { cumulativeSum } from "./pipeline/cumulative-sum.ts";
import { maxBucket } from "./pipeline/max-bucket.ts";
import { minBucket } from "./pipeline/min-bucket.ts";
import { sumBucket } from "./pipeline/sum-bucket.ts";

export const pipelineKinds: readonly PipelineKind[] = [avgBucket, cumulativeSum, maxBucket, minBucket, sumBucket];
