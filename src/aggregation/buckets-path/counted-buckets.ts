/** Tests of how documents are distributed over the buckets of an aggregation beside them. */
import { type BodyReader, contentParseException } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { ChildPartials, PipelinePlace, SubAggregations } from "../aggregation-kind.ts";
import { failedBuild, readText, unsupportedToken } from "../declared-values.ts";
import { bucketsOnPath, siblingProblems } from "./bucket-metric.ts";
import { parseGapPolicy } from "./gap-policy.ts";

/** Reads `gap_policy`, of which there is one only. */
export function readZerosPolicy(read: BodyReader): void {
  const policy = readText(read, "gap_policy");
  if (policy !== undefined && parseGapPolicy(policy.toLowerCase()) !== "insert_zeros")
    throw failedBuild(read.what, illegalArgument("only [gap_policy] of [insert_zeros] is supported"));
}

/** An array of numbers, also as texts. */
export function readNumbers(read: BodyReader, key: string): number[] | undefined {
  const given = read.json(key);
  if (given === undefined) return undefined;
  if (!Array.isArray(given)) throw unsupportedToken(read, key, given);
  return given.map((one: Json) => {
    const value = typeof one === "number" || typeof one === "bigint" || typeof one === "string" ? Number(one) : NaN;
    if (Number.isNaN(value)) throw contentParseException(`[${read.what}] failed to parse field [${key}]`);
    return value;
  });
}

/** The values of all buckets, none of which may be absent. */
export function countsOfBuckets(path: string, siblings: SubAggregations, results: ChildPartials): Float64Array {
  const { of, buckets } = bucketsOnPath({ path, gapPolicy: "insert_zeros" }, siblings, results);
  return Float64Array.from(buckets, ({ bucket, value }) => {
    if (value !== undefined && !Number.isNaN(value)) return value;
    const key = of.aggregation.keyOf?.(of.partial, bucket).text ?? "";
    const why = `missing or invalid bucket value found for path [${path}] in bucket [${key}]`;
    throw new RequestError(500, "aggregation_execution_exception", why);
  });
}

/** What is wrong with a path that is to lead to document counts. */
export function countProblems(name: string, path: string, place: PipelinePlace, why: string): string[] {
  const problems = siblingProblems(name, path, place);
  return path.endsWith("_count") ? problems : [...problems, why];
}
