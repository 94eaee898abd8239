/** Sorts the buckets around it, and keeps some of them. */
import { BodyReader, contentParseException } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { type Json, isJsonObject } from "../../core/json.ts";
import type { BucketAggregation, PartialResult, PipelineKind, ResultBucket } from "../aggregation-kind.ts";
import { bucketValue, parseBucketsPath, wordsOf } from "../buckets-path/buckets-path.ts";
import { type GapPolicy, parseGapPolicy } from "../buckets-path/gap-policy.ts";
import { readInteger, readText, unsupportedToken, withinField } from "../declared-values.ts";

const KIND = "bucket_sort";

interface SortBy {
  readonly path: string;
  readonly sign: 1 | -1;
}

interface BucketSort {
  readonly sorts: readonly SortBy[];
  readonly from: number;
  readonly size: number | undefined;
  readonly gapPolicy: GapPolicy;
}

type SortValue = number | bigint | string | undefined;

function readBody(read: BodyReader): BucketSort {
  const sorts = readSorts(read);
  const from = readInteger(read, "from") ?? 0;
  const size = readInteger(read, "size");
  const policy = readText(read, "gap_policy");
  read.end();
  if (from < 0) throw failedBuild("from", illegalArgument(`[from] must be a non-negative integer: [${from}]`));
  if (size !== undefined && size <= 0)
    throw failedBuild("size", illegalArgument(`[size] must be a positive integer: [${size}]`));
  return { sorts, from, size, gapPolicy: policy === undefined ? "skip" : parseGapPolicy(policy) };
}

function failedBuild(key: string, cause: RequestError): RequestError {
  return contentParseException(
    `failed to build [${KIND}] after last required field arrived`,
    contentParseException(`[${KIND}] failed to parse field [${key}]`, cause),
  );
}

/** In the words of the search request's `sort`. */
function readSorts(read: BodyReader): SortBy[] {
  const given = read.json("sort");
  if (given === undefined) return [];
  if (typeof given !== "object" || given === null) throw unsupportedToken(read, "sort", given);
  return withinField(read, "sort", () => (Array.isArray(given) ? given : [given]).flatMap(readSort));
}

function readSort(given: Json): SortBy[] {
  if (typeof given === "string") return [sortBy(given, undefined)];
  if (!isJsonObject(given))
    throw illegalArgument("malformed sort format, within the sort array, an object, or an actual string are allowed");
  return Object.entries(given).map(([path, body]) => {
    if (typeof body === "string") return sortBy(path, body);
    const inner = new BodyReader("field_sort", body, "object");
    const order = readText(inner, "order");
    inner.end();
    return sortBy(path, order);
  });
}

function sortBy(path: string, order: string | undefined): SortBy {
  if (path === "_score") {
    const shown = `{\n  "_score" : {\n    "order" : "${order ?? "desc"}"\n  }\n}`;
    throw illegalArgument(`[${KIND}] only supports field based sorting; incompatible sort: [${shown}]`);
  }
  const direction = order?.toLowerCase();
  if (direction !== undefined && direction !== "asc" && direction !== "desc") {
    const cause = illegalArgument(`Unknown SortOrder [${order ?? ""}]`);
    throw contentParseException("[field_sort] failed to parse field [order]", cause);
  }
  return { path, sign: direction === "desc" ? -1 : 1 };
}

function valueOf(aggregation: BucketAggregation, partial: PartialResult, bucket: ResultBucket, at: SortAt): SortValue {
  if (at.path === "_key") return aggregation.keyOf?.(partial, bucket).value;
  const value = bucketValue({ aggregation, partial }, bucket, at.words, at.gapPolicy);
  return value === undefined || (Number.isNaN(value) && at.gapPolicy === "skip") ? undefined : value;
}

interface SortAt extends SortBy {
  readonly words: readonly string[];
  readonly gapPolicy: GapPolicy;
}

/** Buckets without a value come last. */
function compare(left: SortValue, right: SortValue, sign: 1 | -1): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return left < right ? -sign : left > right ? sign : 0;
}

function sorted(
  aggregation: BucketAggregation,
  partial: PartialResult,
  { sorts, gapPolicy }: BucketSort,
): readonly ResultBucket[] {
  const buckets = aggregation.buckets(partial);
  if (sorts.length === 0) return buckets;
  const ats = sorts.map((sort): SortAt => ({ ...sort, words: wordsOf(parseBucketsPath(sort.path)), gapPolicy }));
  return buckets
    .map((bucket) => ({ bucket, values: ats.map((at) => valueOf(aggregation, partial, bucket, at)) }))
    .filter(({ values }) => values.some((value) => value !== undefined))
    .sort((left, right) => {
      for (let i = 0; i < ats.length; i++) {
        const difference = compare(left.values[i], right.values[i], ats[i]!.sign);
        if (difference !== 0) return difference;
      }
      return 0;
    })
    .map(({ bucket }) => bucket);
}

export const bucketSort: PipelineKind = {
  name: KIND,
  summary: "Sorts the buckets around it, and keeps some of them.",
  parse(name, body) {
    const wanted = readBody(new BodyReader(KIND, body, "object"));
    const { from, size, sorts } = wanted;
    return {
      name,
      kind: KIND,
      reads: "parent",
      bucketsPaths: sorts.map(({ path }) => path),
      render: () => ({}),
      typeName: () => KIND,
      validate({ parent }) {
        if (!parent) return [`${KIND} aggregation [${name}] must be declared inside of another aggregation`];
        if (sorts.length > 0 || from > 0 || size !== undefined) return [];
        return [`[${name}] is configured to perform nothing. Please set either of [sort, size, from] to use ${KIND}`];
      },
      apply(parent, partial) {
        if (!parent.keyOf)
          throw illegalArgument(`${KIND} aggregation [${name}] must be inside of an aggregation with several buckets`);
        const buckets = sorted(parent, partial, wanted);
        const to = size === undefined ? buckets.length : from + size;
        return buckets.slice(from, to).map((bucket) => ({ bucket, result: undefined }));
      },
    };
  },
};
