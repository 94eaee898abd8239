/** `buckets_path`: the value of each bucket that a pipeline reads (`AggregationPath`, `BucketHelpers`). */
import { assert } from "../../core/assert.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import {
  type BucketAggregation,
  type ChildPartials,
  type PartialResult,
  type ResultBucket,
  type ResultShape,
  type SubAggregations,
  hasBuckets,
} from "../aggregation-kind.ts";
import { type GapPolicy, overGap } from "./gap-policy.ts";

/**
 * One step of a path: the name of an aggregation, with the key of one of its buckets (`['key']`) or the name of a
 * value.
 */
export interface PathStep {
  readonly name: string;
  readonly key: string | undefined;
  readonly metric: string | undefined;
}

/** The steps of a path. Throws 400 for an invalid one. */
export function parseBucketsPath(path: string): PathStep[] {
  const elements = path.split(">").filter((element) => element !== "");
  return elements.map((element, place) => parseStep(element, path, place === elements.length - 1));
}

function parseStep(element: string, path: string, last: boolean): PathStep {
  const bracket = element.lastIndexOf("[");
  const dot = last ? element.lastIndexOf(".") : -1;
  if (bracket >= 0) {
    const end = element.lastIndexOf("]");
    const closed = last && dot >= 0 ? end >= bracket : end === element.length - 1;
    if (bracket === 0 || bracket > element.length - 3 || !closed) throw invalidElement(element, path);
    const metric = dot > end ? element.slice(dot + 1) : undefined;
    return { name: element.slice(0, bracket), key: element.slice(bracket + 1, end), metric };
  }
  if (dot < 0) return { name: element, key: undefined, metric: undefined };
  if (dot === 0 || dot > element.length - 2) throw invalidElement(element, path);
  return { name: element.slice(0, dot), key: undefined, metric: element.slice(dot + 1) };
}

function invalidElement(element: string, path: string): RequestError {
  return new RequestError(400, "invalid_path", `Invalid path element [${element}] in path [${path}]`);
}

/** The names, keys and values of all steps, flattened. */
export function wordsOf(steps: readonly PathStep[]): string[] {
  return steps.flatMap(({ name, key, metric }) => [name, key, metric].filter((word) => word !== undefined));
}

/** Whether the step names a bucket by its key. */
export function namesBucket({ key }: PathStep): boolean {
  return key !== undefined && key.startsWith("'") && key.endsWith("'");
}

/** The target of a path: a number, or something else. */
type Found = number | { readonly what: string };

/** Thrown when a path leads nowhere: there is no value, which is not a failure. */
class NoSuchPath extends Error {}

/** The aggregation and result whose buckets are read. */
export interface BucketsOf {
  readonly aggregation: BucketAggregation;
  readonly partial: PartialResult;
}

/**
 * The value of a bucket; NaN when there is none, undefined when the path leads nowhere. Throws 400 when its target is
 * not a number.
 */
export function bucketValue(
  of: BucketsOf,
  bucket: ResultBucket,
  path: readonly string[],
  gapPolicy: GapPolicy,
): number | undefined {
  let found: Found;
  try {
    found = ofBucket(of, bucket, path);
  } catch (error) {
    if (error instanceof NoSuchPath) return undefined;
    throw error;
  }
  if (typeof found !== "number") throw noNumber(of.aggregation, path, found);
  // A document count is valid even for a bucket without documents.
  const isCount = path.length === 1 && path[0] === "_count";
  return Number.isFinite(found) && (bucket.docCount > 0 || isCount) ? found : overGap(gapPolicy, found);
}

function ofBucket(of: BucketsOf, bucket: ResultBucket, path: readonly string[]): Found {
  const [name, ...rest] = path;
  if (name === undefined) return { what: "Bucket" };
  if (name === "_count" || name === "_key") {
    if (rest.length > 0) throw new NoSuchPath();
    if (name === "_count") return bucket.docCount;
    const { value, text } = of.aggregation.keyOf?.(of.partial, bucket) ?? { value: "", text: "" };
    return typeof value === "string" ? { what: "String" } : text === "" ? 0 : Number(value);
  }
  const child = childNamed(of.aggregation.children, bucket.children, name);
  if (!child) throw new NoSuchPath();
  return ofResult(child.shape, child.partial, rest);
}

/** The aggregation or pipeline with this name and its result; undefined when there is none. */
export function childNamed(
  { aggregations, pipelines }: SubAggregations,
  results: ChildPartials,
  name: string,
): { readonly shape: ResultShape; readonly partial: PartialResult } | undefined {
  const place = aggregations.findIndex((one) => one.name === name);
  const shape = aggregations[place];
  if (shape) return { shape, partial: results[place] };
  const at = pipelines.findIndex((one) => one.name === name);
  const pipeline = pipelines[at];
  const partial = results[aggregations.length + at];
  return pipeline && partial !== undefined ? { shape: pipeline, partial } : undefined;
}

function ofResult(shape: ResultShape, partial: PartialResult, path: readonly string[]): Found {
  const [word] = path;
  if (isBucketAggregation(shape)) return ofBuckets({ aggregation: shape, partial }, path);
  if (word === undefined) {
    if (shape.sortable?.of === "single-value") return valueOf(shape, partial, undefined);
    // Of several values the one that is named like the aggregation itself.
    if (shape.sortable?.of === "multi-value" && shape.sortable.javaEnum === undefined) throw severalValues(shape.name);
    return shape.sortable?.of === "multi-value" ? namedValue(shape, partial, shape.name) : { what: shape.kind };
  }
  if (path.length === 1 && shape.sortable?.of === "single-value" && word === "value")
    return valueOf(shape, partial, undefined);
  if (path.length === 1 && shape.sortable?.of === "single-value" && shape.sortable.also?.includes(word))
    return valueOf(shape, partial, word);
  if (path.length === 1 && shape.sortable?.of === "unsortable" && shape.sortable.properties.includes(word))
    return valueOf(shape, partial, word);
  if (path.length === 1 && shape.sortable?.of === "multi-value") return namedValue(shape, partial, word);
  throw illegalArgument(`path not supported for [${shape.name}]: [${path.join(", ")}]`);
}

function namedValue(shape: ResultShape, partial: PartialResult, name: string): number {
  const { sortable } = shape;
  assert(sortable?.of === "multi-value", "one of several values is asked for");
  if (sortable.javaEnum === undefined || sortable.properties.includes(name)) return valueOf(shape, partial, name);
  throw illegalArgument(`No enum constant ${sortable.javaEnum}.${name}`);
}

function severalValues(name: string): RequestError {
  return illegalArgument(
    `buckets_path must reference either a number value or a single value numeric metric aggregation, but [${name}] contains multiple values. Please specify which to use.`,
  );
}

function isBucketAggregation(shape: ResultShape): shape is BucketAggregation {
  return "collector" in shape && hasBuckets(shape as BucketAggregation);
}

function valueOf(shape: ResultShape, partial: PartialResult, property: string | undefined): number {
  return shape.metric?.(partial, property) ?? Number.NaN;
}

function ofBuckets(of: BucketsOf, path: readonly string[]): Found {
  const { aggregation, partial } = of;
  const [word, ...rest] = path;
  const buckets = aggregation.buckets(partial);
  if (word === undefined) return { what: aggregation.kind };
  if (!aggregation.keyOf) {
    const [only] = buckets;
    if (only && word === "_count" && rest.length === 0) return only.docCount;
    const child = only && childNamed(aggregation.children, only.children, word);
    if (!child) throw illegalArgument(`Cannot find an aggregation named [${word}] in [${aggregation.name}]`);
    return ofResult(child.shape, child.partial, rest);
  }
  if (word === "_bucket_count") return buckets.length;
  if (word.startsWith("'") && word.endsWith("'")) {
    const bucket = bucketOfKey(of, word);
    if (!bucket) throw new NoSuchPath();
    return ofBucket(of, bucket, rest);
  }
  return { what: "Object[]" };
}

/** The bucket that `'key'` names. */
export function bucketOfKey({ aggregation, partial }: BucketsOf, quoted: string): ResultBucket | undefined {
  const key = quoted.slice(1, -1);
  return aggregation.buckets(partial).find((bucket) => aggregation.keyOf?.(partial, bucket).text === key);
}

function noNumber(
  aggregation: BucketAggregation,
  path: readonly string[],
  { what }: Exclude<Found, number>,
): RequestError {
  const must = "buckets_path must reference either a number value or a single value numeric metric aggregation";
  return illegalArgument(`${must}, got: [${what}] at aggregation [${path[0] ?? aggregation.name}]`);
}
