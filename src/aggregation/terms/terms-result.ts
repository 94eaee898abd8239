/** Results of terms: merging the shards' best buckets, error bounds, and the response (`AbstractInternalTerms`). */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import type {
  BucketAggregation,
  BucketKey,
  ChildPartials,
  ReduceContext,
  RenderContext,
  Rendered,
  ResultBucket,
} from "../aggregation-kind.ts";
import { mergeChildren, addChildren } from "../tree/child-results.ts";
import { RAW, type ValueFormat, numberText, termText } from "../values/value-format.ts";
import { isCountDescending, isKeyOrder, mergedComparison, needsMetrics } from "../order/bucket-order.ts";
import type { KeyType, SelectionRequest, TermsRequest } from "./terms-request.ts";

/**
 * One bucket: the key is a number (beyond 2^53 a bigint), or a term's bytes as Latin-1 text, whose order is that of the
 * bytes.
 */
export interface TermBucket extends ResultBucket {
  readonly key: number | bigint | string;
  /** Upper bound of the count that other shards may have cut off; -1: unknown. */
  readonly error: number;
}

/** The partial result. */
export interface TermsPartial {
  /** Undefined: the field is not mapped, and there are no buckets. */
  readonly type: KeyType | undefined;
  readonly format: ValueFormat;
  readonly buckets: readonly TermBucket[];
  /** Documents in buckets that were cut off. */
  readonly otherDocCount: number;
  readonly error: number;
  /** Whether the shard sent its maximum number of buckets, so that there may be more. */
  readonly full: boolean;
}

/** How keys are shown. */
type ShownKeys = Pick<TermsPartial, "type" | "format">;

/** No buckets, of an unmapped field. */
export function unmappedTerms(): TermsPartial {
  return { type: undefined, format: RAW, buckets: [], otherDocCount: 0, error: 0, full: false };
}

/** Order of the keys. */
export function compareKeys(
  left: { readonly key: number | bigint | string },
  right: { readonly key: number | bigint | string },
): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}

interface Gathered {
  readonly key: number | bigint | string;
  docCount: number;
  /** Errors of the shards that sent the bucket, whose counts are exact, as `addSeenError` adds them. */
  seenError: number;
  readonly parts: ChildPartials[];
  /** Merged on demand: buckets that are cut off are neither merged nor counted. */
  children: ChildPartials;
}

const UNMERGED: ChildPartials = [];

/** Reduces the shards' results. The error of a shard that may have cut off buckets is the count of its last one. */
export function mergeTerms(
  request: SelectionRequest,
  shards: readonly TermsPartial[],
  reduce: ReduceContext,
): TermsPartial {
  const type = commonType(request, shards);
  const leading = shards.find((shard) => shard.type !== undefined);
  const { gathered, otherDocCount, sumError } = gather(request, shards, type);
  const frequent = gathered.filter((bucket) => bucket.docCount >= request.minDocCount);
  const merge = (bucket: Gathered): void => {
    bucket.children = mergeChildren(request.children, bucket.parts, reduce);
  };
  if (needsMetrics(request.order)) frequent.forEach(merge);
  frequent.sort(mergedComparison<Gathered>(request.order, request.children, compareKeys));
  const kept = frequent.slice(0, request.size);
  reduce.countBuckets(kept.length);
  if (!needsMetrics(request.order)) kept.forEach(merge);
  let other = otherDocCount;
  for (let i = request.size; i < frequent.length; i++) other += frequent[i]!.docCount;
  const buckets = kept.map(({ key, docCount, seenError, children }): TermBucket => ({
    key,
    docCount,
    error: sumError < 0 ? -1 : sumError - seenError,
    children,
  }));
  const error = sumError < 0 ? -1 : shards.length === 1 ? 0 : sumError;
  return { type, format: leading?.format ?? RAW, buckets, otherDocCount: other, error, full: false };
}

/** Buckets of all shards by key. `sumError` is -1 when a shard's error is unknown. */
function gather(
  request: SelectionRequest,
  shards: readonly TermsPartial[],
  type: KeyType | undefined,
): { gathered: Gathered[]; otherDocCount: number; sumError: number } {
  const byKey = new Map<number | bigint | string, Gathered>();
  let otherDocCount = 0;
  let sumError = 0;
  for (const shard of shards) {
    const error = errorOf(request, shard);
    otherDocCount += shard.otherDocCount;
    sumError = sumError < 0 || error < 0 ? -1 : sumError + error;
    for (const bucket of shard.buckets) {
      const key = type === "double" && typeof bucket.key === "bigint" ? Number(bucket.key) : bucket.key;
      let same = byKey.get(key);
      if (!same) byKey.set(key, (same = { key, docCount: 0, seenError: 0, parts: [], children: UNMERGED }));
      same.docCount += bucket.docCount;
      same.seenError = addSeenError(same.seenError, error);
      same.parts.push(bucket.children);
    }
  }
  return { gathered: [...byKey.values()], otherDocCount, sumError };
}

/**
 * Elasticsearch adds up the errors negated, and takes -1 for one that is not known: a shard whose last bucket has one
 * document ends the sum.
 */
function addSeenError(sum: number, error: number): number {
  return sum === 1 || error === 1 ? 1 : sum + error;
}

function errorOf(request: SelectionRequest, shard: TermsPartial): number {
  if (!shard.full || isKeyOrder(request.order)) return 0;
  if (!isCountDescending(request.order)) return -1;
  return shard.buckets.reduce((least, bucket) => Math.min(least, bucket.docCount), Infinity);
}

/** Whole numbers and fractions merge to fractions; nothing else merges. */
function commonType(request: SelectionRequest, shards: readonly TermsPartial[]): KeyType | undefined {
  const types = new Set(shards.map((shard) => shard.type).filter((type) => type !== undefined));
  if (types.size > 1 && types.has("string")) {
    throw illegalArgument(
      `Merging/Reducing the aggregations failed when computing the aggregation [${request.name}] because the field you gave in the aggregation query existed as two different types in two different indices`,
    );
  }
  return types.has("double") ? "double" : [...types][0];
}

/** The response object. */
export function renderTerms(request: TermsRequest, result: TermsPartial, context: RenderContext): Rendered {
  return {
    doc_count_error_upper_bound: result.error,
    sum_other_doc_count: result.otherDocCount,
    buckets: result.buckets.map((bucket) => {
      const shown = renderTermKey(result, bucket.key);
      shown["doc_count"] = bucket.docCount;
      if (request.showError) shown["doc_count_error_upper_bound"] = bucket.error;
      addChildren(shown, request.children, bucket.children, context);
      return shown;
    }),
  };
}

/** The key of a bucket as it is shown. */
export function renderTermKey({ type, format }: ShownKeys, key: number | bigint | string): Rendered {
  if (typeof key === "string") return { key: termText(format, Buffer.from(key, "latin1")) };
  const shown = type === "double" ? float64Text(Number(key)) : key;
  const text = numberText(format, key);
  return text === undefined ? { key: shown } : { key: shown, key_as_string: text };
}

/** The key of a bucket, and its text (`getKeyAsString`). */
export function termsKey({ type, format }: ShownKeys, { key }: Pick<TermBucket, "key">): BucketKey {
  if (typeof key === "string") {
    const text = termText(format, Buffer.from(key, "latin1"));
    return { value: text, text };
  }
  return { value: key, text: numberText(format, key) ?? (type === "double" ? javaDouble(Number(key)) : String(key)) };
}

/** What aggregations whose buckets are terms of a field have in common. */
export function bucketsOfTerms(
  request: TermsRequest,
): Required<Pick<BucketAggregation<TermsPartial, TermBucket>, SharedPart>> {
  return {
    empty: unmappedTerms,
    render: (partial, context) => renderTerms(request, partial, context),
    typeName: termsTypeName,
    buckets: (partial) => partial.buckets,
    withBuckets: (partial, buckets) => ({ ...partial, buckets }),
    keyOf: termsKey,
  };
}

type SharedPart = "empty" | "render" | "typeName" | "buckets" | "withBuckets" | "keyOf";

/** The type in typed_keys. */
export function termsTypeName({ type }: TermsPartial): string {
  return type === "double" ? "dterms" : type === "long" ? "lterms" : "sterms";
}
