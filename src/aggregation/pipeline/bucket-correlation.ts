/** How the document counts of buckets correlate with the values of an indicator that were computed before. */
import { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { type Json, isJsonObject } from "../../core/json.ts";
import type { PipelineKind } from "../aggregation-kind.ts";
import { countProblems, countsOfBuckets, readNumbers, readZerosPolicy } from "../buckets-path/counted-buckets.ts";
import { valueShape } from "../buckets-path/pipeline-value.ts";
import { failedBuild, readNumber, readText, unsupportedToken, withinField } from "../declared-values.ts";
import { RAW } from "../values/value-format.ts";

const KIND = "bucket_correlation";
const FUNCTION = "count_correlation";

/** The metric that counts are compared with: its mean in each bucket, and how much of all documents is in each. */
interface Indicator {
  readonly expectations: readonly number[];
  readonly fractions: readonly number[] | undefined;
  readonly docCount: number;
}

export const bucketCorrelation: PipelineKind = {
  name: KIND,
  summary: "How the document counts of the buckets beside it correlate with given values.",
  parse(name, body) {
    const read = new BodyReader(KIND, body, "object");
    const path = readText(read, "buckets_path");
    const given = read.json("function");
    readZerosPolicy(read);
    read.end();
    const absent = [path === undefined ? "buckets_path" : "", given === undefined ? "function" : ""].filter(Boolean);
    if (path === undefined || given === undefined) throw illegalArgument(`Required [${absent.join(", ")}]`);
    const indicator = withinField(read, "function", () => readFunction(given));
    return {
      ...valueShape(name, KIND, RAW),
      reads: "siblings",
      bucketsPaths: [path],
      validate: (place) =>
        countProblems(
          name,
          path,
          place,
          `count correlation requires that bucket_path points to bucket [_count] for agg [${name}]`,
        ),
      apply: (siblings, results) => correlation(indicator, countsOfBuckets(path, siblings, results)),
    };
  },
};

/** `{count_correlation: {indicator: …}}`: the only function there is. */
function readFunction(given: Json): Indicator {
  const named = isJsonObject(given) ? Object.entries(given) : [];
  const [first] = named;
  if (!first || named.length !== 1)
    throw illegalArgument("[function] must be an object with one named object, the correlation function");
  const [name, body] = first;
  if (name !== FUNCTION)
    throw new RequestError(400, "named_object_not_found_exception", `[1:1] unknown field [${name}]`);
  const read = new BodyReader("count_correlation_function", body, "object");
  const indicator = read.json("indicator");
  read.end();
  if (indicator === undefined) throw illegalArgument("Required [indicator]");
  if (!isJsonObject(indicator)) throw unsupportedToken(read, "indicator", indicator);
  return withinField(read, "indicator", () => readIndicator(indicator));
}

function readIndicator(body: Json): Indicator {
  const read = new BodyReader("correlative_value", body, "object");
  const expectations = readNumbers(read, "expectations");
  const docCount = readNumber(read, "doc_count");
  const fractions = readNumbers(read, "fractions");
  read.end();
  const absent = [expectations ? "" : "expectations", docCount === undefined ? "doc_count" : ""].filter(Boolean);
  if (!expectations || docCount === undefined) throw illegalArgument(`Required [${absent.join(", ")}]`);
  const wrong =
    fractions && fractions.length !== expectations.length
      ? "[expectations] and [fractions] must have the same length"
      : docCount <= 0
        ? "[doc_count] must be a positive value"
        : expectations.length < 2
          ? "[expectations] must have a length of at least 2"
          : undefined;
  if (wrong !== undefined) throw failedBuild(read.what, illegalArgument(wrong));
  return { expectations, fractions, docCount: Math.trunc(docCount) };
}

function executionError(reason: string): RequestError {
  return new RequestError(500, "aggregation_execution_exception", reason);
}

/**
 * Pearson's correlation of the indicator with being counted: each of `docCount` documents has the expectation of its
 * bucket, and is counted (1) or not (0).
 */
function correlation({ expectations, fractions, docCount }: Indicator, counts: Float64Array): number {
  if (expectations.length !== counts.length)
    throw executionError(
      `value lengths do not match; indicator.expectations [${expectations.length}] and number of buckets [${counts.length}]. Unable to calculate correlation`,
    );
  const partOf = (bucket: number): number => fractions?.[bucket] ?? 1 / expectations.length;
  const counted = counts.reduce((sum, count) => sum + count, 0);
  const part = counted / docCount;
  if (part > 1)
    throw executionError(
      `doc_count of indicator must be larger than the total count of the correlating values indicator count [${docCount}] correlating value total count [${counted}]`,
    );
  const mean = expectations.reduce((sum, value, bucket) => sum + value * partOf(bucket), 0);
  let variance = 0;
  let covariance = 0;
  for (const [bucket, value] of expectations.entries()) {
    const distance = value - mean;
    variance += distance * distance * partOf(bucket);
    const others = docCount * partOf(bucket) - counts[bucket]!;
    covariance += (counts[bucket]! * (1 - part) - others * part) * distance;
  }
  const spread = variance * part * (1 - part);
  return spread === 0 ? Number.NaN : covariance / docCount / Math.sqrt(spread);
}
