/** Pipelines that run a script on values of each bucket (`buckets_path` with names). */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { Script } from "../../scripting/script.ts";
import type { BucketAggregation, PartialResult, ResultBucket } from "../aggregation-kind.ts";
import { readText, unsupportedToken, withinField } from "../declared-values.ts";
import { RAW, type ValueFormat } from "../values/value-format.ts";
import { bucketValue, parseBucketsPath, wordsOf } from "./buckets-path.ts";
import { type GapPolicy, parseGapPolicy } from "./gap-policy.ts";

/** The body. */
export interface ScriptedBuckets {
  /** Paths by the name that the script knows them by. */
  readonly paths: Readonly<Record<string, string>>;
  readonly script: Script;
  readonly format: ValueFormat;
  readonly gapPolicy: GapPolicy;
}

/** A single path is `_value`, several are `_value0`, `_value1` and so on. */
function readPaths(read: BodyReader): Record<string, string> | undefined {
  const given = read.json("buckets_path");
  if (given === undefined) return undefined;
  const paths: Record<string, string> = {};
  const named = Array.isArray(given)
    ? given.map((path, place) => [`_value${place}`, path] as const)
    : isJsonObject(given)
      ? Object.entries(given)
      : ([["_value", given]] as const);
  for (const [name, path] of named) {
    if (typeof path !== "string") throw unsupportedToken(read, "buckets_path", path);
    put(paths, name, path);
  }
  return paths;
}

/** Reads the script of a body; undefined when there is none. */
export function readScript(read: BodyReader): Script | undefined {
  const given = read.json("script");
  if (given === undefined) return undefined;
  if (typeof given !== "string" && !isJsonObject(given)) throw unsupportedToken(read, "script", given);
  return withinField(read, "script", () => scriptOfRequest(given));
}

/** Throws 400. */
export function readScriptedBuckets(read: BodyReader): ScriptedBuckets {
  const paths = readPaths(read);
  const script = readScript(read);
  const pattern = readText(read, "format");
  const policy = readText(read, "gap_policy");
  read.end();
  if (!paths || !script)
    throw illegalArgument(
      `Required [${[paths ? "" : "buckets_path", script ? "" : "script"].filter(Boolean).join(", ")}]`,
    );
  return {
    paths,
    script,
    format: pattern === undefined ? RAW : { type: "decimal", pattern },
    gapPolicy: policy === undefined ? "skip" : parseGapPolicy(policy),
  };
}

/** The values of a bucket by name; those that are not there are NaN. */
export function valuesByName(
  { paths, gapPolicy }: ScriptedBuckets,
  of: { readonly aggregation: BucketAggregation; readonly partial: PartialResult },
): (bucket: ResultBucket) => Record<string, number> {
  const words = Object.entries(paths).map(([name, path]) => [name, wordsOf(parseBucketsPath(path))] as const);
  return (bucket) => {
    const values: Record<string, number> = {};
    for (const [name, path] of words) put(values, name, bucketValue(of, bucket, path, gapPolicy) ?? Number.NaN);
    return values;
  };
}

/** The error for a place outside of buckets. */
export function insideBuckets(kind: string, name: string, parent: BucketAggregation | undefined): string[] {
  return parent ? [] : [`${kind} aggregation [${name}] must be declared inside of another aggregation`];
}
