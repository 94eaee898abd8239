/** Partial results of terms: merging the shards' best buckets, the error bounds, and the response. */
import type { JsonObject } from "../../core/json.ts";
import type { Partial, ReduceContext, RenderContext } from "../aggregation-kind.ts";
import { type ChildPartials, mergeChildren, renderChildren } from "../tree/child-collectors.ts";
import type { Aggregation } from "../aggregation-kind.ts";
import { type MetricOrder, compareBuckets } from "./bucket-order.ts";
import type { TermsRequest } from "./terms-request.ts";

/** One bucket: the key is a number, or a term's bytes as Latin-1 text (whose order is that of the bytes). */
export interface TermBucket {
  readonly key: number | string;
  readonly docCount: number;
  /** Upper bound of what other shards may have cut off from the count. */
  readonly error: number;
  readonly children: ChildPartials;
}

/** The partial result. */
export interface TermsPartial {
  readonly buckets: readonly TermBucket[];
  /** Documents in buckets that were cut off. */
  readonly otherDocCount: number;
  readonly error: number;
  /** Whether the shard had more buckets than it sent. */
  readonly truncated: boolean;
}

/** No buckets. */
export function emptyTerms(): TermsPartial {
  return { buckets: [], otherDocCount: 0, error: 0, truncated: false };
}

function asTerms(partial: Partial): TermsPartial {
  // oxlint-disable-next-line no-unsafe-type-assertion -- partial results come back to the kind that made them
  return partial as TermsPartial;
}

/** A bucket of a merged result, as orders compare it. */
class Comparable {
  readonly bucket: TermBucket;
  readonly #children: readonly Aggregation[];

  constructor(bucket: TermBucket, children: readonly Aggregation[]) {
    this.bucket = bucket;
    this.#children = children;
  }

  get docCount(): number {
    return this.bucket.docCount;
  }

  compareKey(other: this): number {
    return this.bucket.key < other.bucket.key ? -1 : this.bucket.key > other.bucket.key ? 1 : 0;
  }

  metric(part: MetricOrder): number {
    return metricOfPath(this.#children, this.bucket.children, part.path, part.property);
  }
}

/** Follows a path of child places to a metric. */
export function metricOfPath(children: readonly Aggregation[], partials: ChildPartials, path: readonly number[], property: string | undefined): number {
  const [place = 0, ...rest] = path;
  const child = children[place];
  const partial = partials[place];
  if (!child) return Number.NaN;
  if (rest.length === 0) return child.metric?.(partial, property) ?? Number.NaN;
  // oxlint-disable-next-line no-unsafe-type-assertion -- single-bucket kinds keep their children's results under `children`
  return metricOfPath(child.children, (partial as { children: ChildPartials }).children, rest, property);
}

/** Reduces the shards' results (`InternalTerms.reduce`): the error of a shard that cut off is the count of its last bucket. */
export function mergeTerms(request: TermsRequest, partials: readonly Partial[], reduce: ReduceContext): TermsPartial {
  const shards = partials.map(asTerms);
  const merged = new Map<number | string, { docCount: number; seenError: number; children: ChildPartials[] }>();
  let otherDocCount = 0;
  let sumError = 0;
  for (const shard of shards) {
    otherDocCount += shard.otherDocCount;
    const shardError = errorOf(request, shard);
    sumError += shardError;
    for (const bucket of shard.buckets) {
      const known = merged.get(bucket.key);
      if (known) {
        known.docCount += bucket.docCount;
        known.seenError += shardError;
        known.children.push(bucket.children);
      } else merged.set(bucket.key, { docCount: bucket.docCount, seenError: shardError, children: [bucket.children] });
    }
  }
  const error = shards.length === 1 ? 0 : sumError;
  const all: Comparable[] = [];
  for (const [key, { docCount, seenError, children }] of merged) {
    if (docCount < request.minDocCount) continue;
    const bucket = { key, docCount, error: shards.length === 1 ? 0 : sumError - seenError, children: mergeChildren(request.children, children, reduce) };
    all.push(new Comparable(bucket, request.children));
  }
  all.sort((left, right) => compareBuckets(request.order, left, right));
  const kept = all.slice(0, request.size);
  for (const { docCount } of all.slice(request.size)) otherDocCount += docCount;
  reduce.countBuckets(kept.length);
  return { buckets: kept.map(({ bucket }) => bucket), otherDocCount, error, truncated: false };
}

function errorOf(request: TermsRequest, shard: TermsPartial): number {
  const [first] = request.order;
  if (!shard.truncated || !first || first.by === "key") return 0;
  if (first.by === "count" && first.sign === -1) return shard.buckets.at(-1)?.docCount ?? 0;
  return 0;
}

/** The response object. */
export function renderTerms(request: TermsRequest, partial: Partial, context: RenderContext): JsonObject {
  const result = asTerms(partial);
  return {
    doc_count_error_upper_bound: result.error,
    sum_other_doc_count: result.otherDocCount,
    buckets: result.buckets.map((bucket) => ({
      ...renderKey(request, bucket.key),
      doc_count: bucket.docCount,
      ...(request.showError ? { doc_count_error_upper_bound: bucket.error } : {}),
      ...renderChildren(request.children, bucket.children, context),
    })),
  };
}

function renderKey(request: TermsRequest, key: number | string): JsonObject {
  const { field, format, timeZone } = request.source;
  if (typeof key === "string") {
    const bytes = Buffer.from(key, "latin1");
    return { key: field ? field.format(bytes) : bytes.toString("utf8") };
  }
  const text = field?.formatAsString(key, format, timeZone);
  return text === undefined ? { key } : { key, key_as_string: text };
}

/** The type in typed_keys. */
export function termsTypeName(request: TermsRequest): string {
  const family = request.source.field?.family;
  if (family === "double") return "dterms";
  return family === undefined || family === "keyword" || family === "ip" ? "sterms" : "lterms";
}
