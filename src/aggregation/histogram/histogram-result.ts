/** Results of both histograms: merging, empty buckets in gaps and up to extended bounds, order and response. */
import type { ChildPartials, ReduceContext, RenderContext, Rendered, ResultBucket } from "../aggregation-kind.ts";
import { addChildren, emptyChildren, mergeChildren } from "../tree/child-results.ts";
import { hasRates, ratedChildren } from "../tree/rated-results.ts";
import { type ValueFormat, numberText } from "../values/value-format.ts";
import { mergedComparison } from "../order/bucket-order.ts";
import type { Bounds } from "./histogram-bounds.ts";
import type { HistogramRequest } from "./histogram-request.ts";

/** One bucket; `key` is the start of its interval. */
export interface HistogramBucket extends ResultBucket {
  readonly key: number;
}

/** The result of a shard, or the merged one; buckets ascend. */
export interface HistogramPartial {
  readonly mapped: boolean;
  readonly format: ValueFormat;
  readonly buckets: readonly HistogramBucket[];
  /** Keys of the first and last bucket according to `extended_bounds`. */
  readonly extended: Bounds;
  /** The children's results for a bucket without documents. */
  readonly empty: ChildPartials;
}

/** No buckets. */
export function emptyHistogram(request: HistogramRequest): HistogramPartial {
  const source = request.values.source();
  return {
    mapped: source.mapped,
    format: source.format,
    buckets: [],
    extended: request.layout(source).extended,
    empty: emptyChildren(request.children),
  };
}

/** Merges the shards' results. */
export function mergeHistogram(
  request: HistogramRequest,
  shards: readonly HistogramPartial[],
  reduce: ReduceContext,
): HistogramPartial {
  const leading = shards.find((shard) => shard.mapped) ?? shards[0]!;
  const merged: HistogramBucket[] = [];
  const lengthOf = hasRates(request.children) ? request.lengthOf : undefined;
  for (const same of bucketsByKey(shards)) {
    const { key } = same[0]!;
    const docCount = same.reduce((sum, bucket) => sum + bucket.docCount, 0);
    if (docCount < request.minDocCount && !reduce.ofParts) continue;
    reduce.countBuckets(1);
    const children = mergeChildren(
      request.children,
      same.map((bucket) => bucket.children),
      reduce,
    );
    merged.push({
      key,
      docCount,
      children: lengthOf ? ratedChildren(request.children, children, lengthOf, key) : children,
    });
  }
  merged.sort(compareKeys);
  if (reduce.ofParts) return { ...leading, buckets: merged };
  const filled = request.minDocCount === 0 ? withEmpty(request, leading, merged, reduce) : merged;
  const [first] = request.order;
  if (first?.by !== "key" || first.sign !== 1)
    filled.sort(mergedComparison(request.order, request.children, compareKeys));
  return { ...leading, buckets: filled };
}

/** The buckets of each key, in the order in which keys are first met. */
function bucketsByKey(shards: readonly HistogramPartial[]): Iterable<readonly HistogramBucket[]> {
  const [only] = shards;
  if (only && shards.length === 1) return only.buckets.map((bucket) => [bucket]);
  const byKey = new Map<number, HistogramBucket[]>();
  for (const { buckets } of shards) {
    for (const bucket of buckets) {
      const same = byKey.get(bucket.key);
      if (same) same.push(bucket);
      else byKey.set(bucket.key, [bucket]);
    }
  }
  return byKey.values();
}

function compareKeys(left: HistogramBucket, right: HistogramBucket): number {
  return left.key - right.key;
}

/** Adds empty buckets between existing ones and up to extended bounds. */
function withEmpty(
  request: HistogramRequest,
  leading: HistogramPartial,
  buckets: HistogramBucket[],
  reduce: ReduceContext,
): HistogramBucket[] {
  const { extended, empty } = leading;
  const first = buckets[0];
  const last = buckets.at(-1);
  const start = first && extended.min !== undefined ? Math.min(extended.min, first.key) : (first?.key ?? extended.min);
  const end = last && extended.max !== undefined ? Math.max(extended.max, last.key) : (last?.key ?? extended.max);
  if (start === undefined || end === undefined) return buckets;
  const filled: HistogramBucket[] = [];
  // Merged as those of other buckets: what is below has gaps and bounds of its own.
  const children = mergeChildren(request.children, [empty], reduce);
  let at = 0;
  for (let key = start; key <= end;) {
    const present = buckets[at];
    if (present && present.key <= key) {
      filled.push(present);
      at++;
      key = request.next(present.key);
      continue;
    }
    reduce.countBuckets(1);
    filled.push({ key, docCount: 0, children });
    const next = request.next(key);
    // By rounding, a step may pass an existing key slightly; the existing key wins.
    key = present && next > present.key ? present.key : next;
  }
  for (; at < buckets.length; at++) filled.push(buckets[at]!);
  return filled;
}

/** The response object. */
export function renderHistogram(
  request: HistogramRequest,
  { buckets, format }: HistogramPartial,
  context: RenderContext,
): Rendered {
  const texts = buckets.map((bucket) => numberText(format, bucket.key));
  const shown = buckets.map(({ key: start, docCount, children }, place): Rendered => {
    const key = request.renderKey(start);
    const text = texts[place];
    const bucket: Rendered =
      text === undefined ? { key, doc_count: docCount } : { key_as_string: text, key, doc_count: docCount };
    addChildren(bucket, request.children, children, context);
    return bucket;
  });
  if (!request.keyed) return { buckets: shown };
  return {
    buckets: Object.fromEntries(
      buckets.map((bucket, place) => [texts[place] ?? request.keyName(bucket.key), shown[place]]),
    ),
  };
}
