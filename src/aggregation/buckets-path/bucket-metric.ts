/** Pipelines that compute one result from all buckets of a sibling aggregation (`BucketMetricsPipelineAggregator`). */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import {
  type Aggregation,
  type ChildPartials,
  type PipelineKind,
  type PipelinePlace,
  type ResultBucket,
  type ResultShape,
  type SubAggregations,
  hasBuckets,
} from "../aggregation-kind.ts";
import type { ValueFormat } from "../values/value-format.ts";
import {
  type BucketsOf,
  type PathStep,
  bucketOfKey,
  bucketValue,
  childNamed,
  namesBucket,
  parseBucketsPath,
  wordsOf,
} from "./buckets-path.ts";
import { type PipelineBody, type ReadExtra, readPipeline } from "./read-pipeline.ts";

/** The values of the buckets and their keys, in parallel. */
export interface BucketValues {
  readonly values: readonly number[];
  readonly keys: readonly string[];
}

/** The parts that differ between kinds. */
export interface BucketMetric<P> {
  readonly name: string;
  readonly summary: string;
  of(values: BucketValues): P;
  shape(name: string, format: ValueFormat): ResultShape<P>;
}

/** Makes the kind of a metric that takes nothing of its own. */
export function bucketMetricKind<P>(metric: BucketMetric<P>): PipelineKind {
  return bucketMetricOf(metric, () => ({ metric: () => metric }));
}

/** A metric whose body has keys of its own; `metric` is called after all are read. */
export interface BucketMetricReading<P> {
  readonly extra?: ReadExtra;
  metric(): Pick<BucketMetric<P>, "of" | "shape">;
}

/** Makes the kind. */
export function bucketMetricOf<P>(
  { name: kind, summary }: Pick<BucketMetric<P>, "name" | "summary">,
  reading: () => BucketMetricReading<P>,
): PipelineKind {
  return {
    name: kind,
    summary,
    parse(name, body) {
      const own = reading();
      const read = readPipeline(name, body, own.extra);
      const metric = own.metric();
      return {
        ...metric.shape(name, read.format),
        reads: "siblings",
        bucketsPaths: [read.path],
        validate: (place) => siblingProblems(name, read.path, place),
        apply: (siblings, results) => metric.of(bucketValues(read, siblings, results)),
      };
    },
  };
}

/** The buckets that a path names, each with the value that the rest of the path leads to. */
export interface PathBucket {
  readonly bucket: ResultBucket;
  /** NaN: a gap; undefined: there is none. */
  readonly value: number | undefined;
}

/** The buckets that a path names, with the aggregation that they are of. */
export function bucketsOnPath(
  { path, gapPolicy }: Pick<PipelineBody, "path" | "gapPolicy">,
  siblings: SubAggregations,
  results: ChildPartials,
): { readonly of: BucketsOf; readonly buckets: readonly PathBucket[] } {
  const { of, rest } = bucketsAt(path, siblings, results);
  const buckets = of.aggregation
    .buckets(of.partial)
    .map((bucket) => ({ bucket, value: bucketValue(of, bucket, rest, gapPolicy) }));
  return { of, buckets };
}

function bucketValues(body: PipelineBody, siblings: SubAggregations, results: ChildPartials): BucketValues {
  const { of, buckets } = bucketsOnPath(body, siblings, results);
  const values: number[] = [];
  const keys: string[] = [];
  for (const { bucket, value } of buckets) {
    if (value === undefined || Number.isNaN(value)) continue;
    values.push(value);
    keys.push(of.aggregation.keyOf?.(of.partial, bucket).text ?? "");
  }
  return { values, keys };
}

/** Follows a path through single-bucket aggregations, and buckets named by key, to a multi-bucket aggregation. */
function bucketsAt(
  path: string,
  siblings: SubAggregations,
  results: ChildPartials,
): { readonly of: BucketsOf; readonly rest: string[] } {
  const steps = parseBucketsPath(path);
  let level = { children: siblings, results };
  for (const [at, step] of steps.entries()) {
    const found = childNamed(level.children, level.results, step.name);
    const aggregation = level.children.aggregations.find((one) => one.name === step.name);
    if (!found || !aggregation || !hasBuckets(aggregation)) break;
    const of = { aggregation, partial: found.partial };
    const through = aggregation.keyOf
      ? namesBucket(step) && at + 1 < steps.length
        ? keyedBucket(of, step)
        : undefined
      : aggregation.buckets(of.partial)[0];
    if (aggregation.keyOf && !through) return { of, rest: wordsOf([step, ...steps.slice(at + 1)]).slice(1) };
    level = { children: aggregation.children, results: through?.children ?? [] };
  }
  throw illegalArgument("did not find multi-bucket aggregation for extraction.");
}

function keyedBucket(of: BucketsOf, { key = "" }: PathStep): ResultBucket {
  const bucket = bucketOfKey(of, key);
  if (bucket) return bucket;
  const why = `Cannot find an key [${key}] in [${of.aggregation.name}]`;
  throw new RequestError(500, "invalid_aggregation_path_exception", why);
}

/** What is wrong with a path that is to lead to the buckets of a sibling. */
export function siblingProblems(name: string, path: string, { siblings }: PipelinePlace): string[] {
  const steps = parseBucketsPath(path);
  let at = 0;
  let found = named(siblings, steps[at]);
  if (!found) return [`buckets_path aggregation does not exist for aggregation [${name}]: ${path}`];
  while (found && hasBuckets(found) && at + 1 < steps.length && leadsOn(found, steps[at])) {
    found = named(found.children, steps[++at]);
  }
  if (!found) {
    const words = wordsOf(steps.slice(0, at + 1)).join(", ");
    return [`buckets_path aggregation does not exist for aggregation [${name}]: [${words}]`];
  }
  if (hasBuckets(found) && found.keyOf) return [];
  return [
    `Unable to find unqualified multi-bucket aggregation in buckets_path. Path must include a multi-bucket aggregation for aggregation [${name}] found :${javaName(found)} for buckets path: ${path}`,
  ];
}

/** Whether a path continues inside an aggregation after this step. */
function leadsOn(aggregation: Aggregation, step: PathStep | undefined): boolean {
  if (!step || !hasBuckets(aggregation)) return false;
  return aggregation.keyOf ? namesBucket(step) : aggregation.children.aggregations.length > 0;
}

/** The class of Elasticsearch that an aggregation is built by. */
function javaName({ kind, ...aggregation }: Aggregation): string {
  const camel = kind.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  const folder = "withBuckets" in aggregation ? `bucket.${kind}` : "metrics";
  return `org.elasticsearch.search.aggregations.${folder}.${camel}AggregationBuilder`;
}

function named({ aggregations }: SubAggregations, step: PathStep | undefined): Aggregation | undefined {
  return aggregations.find((aggregation) => aggregation.name === step?.name);
}
