/** All pipeline aggregations. Adding one: a file in `pipeline/`, a line here, a test. */
import type { PipelineKind } from "./aggregation-kind.ts";
import { avgBucket } from "./pipeline/avg-bucket.ts";
import { bucketCorrelation } from "./pipeline/bucket-correlation.ts";
import { bucketCountKsTest } from "./pipeline/bucket-count-ks-test.ts";
import { bucketScript } from "./pipeline/bucket-script.ts";
import { bucketSelector } from "./pipeline/bucket-selector.ts";
import { bucketSort } from "./pipeline/bucket-sort.ts";
import { changePoint } from "./pipeline/change-point.ts";
import { cumulativeCardinality } from "./pipeline/cumulative-cardinality.ts";
import { cumulativeSum } from "./pipeline/cumulative-sum.ts";
import { derivative } from "./pipeline/derivative.ts";
import { extendedStatsBucket } from "./pipeline/extended-stats-bucket.ts";
import { inference } from "./pipeline/inference.ts";
import { maxBucket } from "./pipeline/max-bucket.ts";
import { minBucket } from "./pipeline/min-bucket.ts";
import { movingAvg } from "./pipeline/moving-avg.ts";
import { movingFn } from "./pipeline/moving-fn.ts";
import { movingPercentiles } from "./pipeline/moving-percentiles.ts";
import { normalize } from "./pipeline/normalize.ts";
import { percentilesBucket } from "./pipeline/percentiles-bucket.ts";
import { serialDiff } from "./pipeline/serial-diff.ts";
import { statsBucket } from "./pipeline/stats-bucket.ts";
import { sumBucket } from "./pipeline/sum-bucket.ts";

export const pipelineKinds: readonly PipelineKind[] = [
  avgBucket,
  bucketCorrelation,
  bucketCountKsTest,
  bucketScript,
  bucketSelector,
  bucketSort,
  changePoint,
  cumulativeCardinality,
  cumulativeSum,
  derivative,
  extendedStatsBucket,
  inference,
  maxBucket,
  minBucket,
  movingAvg,
  movingFn,
  movingPercentiles,
  normalize,
  percentilesBucket,
  serialDiff,
  statsBucket,
  sumBucket,
];
