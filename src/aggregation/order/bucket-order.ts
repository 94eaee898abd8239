/** `order` of terms and histograms: by count, key or a metric below; ties by key ascending (`InternalOrder`). */
import { type BodyReader, tokenName } from "../../compat/body-reader.ts";
import { compareDoubles } from "../../core/compare-doubles.ts";
import { RequestError, parsingException } from "../../compat/errors.ts";
import { type Json, isJsonObject } from "../../core/json.ts";
import type { ChildPartials, ResultBucket, SubAggregations } from "../aggregation-kind.ts";
import { failedField, unsupportedToken, withinField } from "../declared-values.ts";
import type { ChildCollectors } from "../tree/child-collectors.ts";
import { type ResolvedPath, checkFirstStep, resolvePath, valueAt } from "./order-path.ts";

/** One criterion. `sign` is 1 for ascending. */
export type OrderPart = OrderBy<"count"> | OrderBy<"key"> | (OrderBy<"metric"> & { readonly path: string });

interface OrderBy<What> {
  readonly by: What;
  readonly sign: 1 | -1;
}

/** Parses an order; undefined when absent. Throws Elasticsearch's errors; its paths are resolved later. */
export function readOrder(read: BodyReader): OrderPart[] | undefined {
  const order = read.json("order");
  if (order === undefined) return undefined;
  if (typeof order !== "object" || order === null) throw unsupportedToken(read, "order", order);
  const parts = withinField(read, "order", () => (Array.isArray(order) ? order : [order]).map(readPart));
  if (parts.length > 0) return parts;
  throw failedField(
    read,
    "order",
    new RequestError(400, "index_out_of_bounds_exception", "Index 0 out of bounds for length 0"),
  );
}

function readPart(part: Json): OrderPart {
  if (!isJsonObject(part)) throw parsingException(`Unexpected token [${tokenName(part)}] for [order]`);
  // Of several keys the last one wins, as in Elasticsearch.
  const [path, direction] = Object.entries(part).at(-1) ?? [];
  if (path === undefined || direction === undefined)
    throw parsingException("Must specify at least one field for [order]");
  if (typeof direction !== "string") throw parsingException(`Unexpected token [${tokenName(direction)}] for [order]`);
  const text = direction.toLowerCase();
  if (text !== "asc" && text !== "desc") throw parsingException(`Unknown order direction [${direction}]`);
  const sign = text === "asc" ? 1 : -1;
  if (path === "_count") return { by: "count", sign };
  if (path === "_key") return { by: "key", sign };
  return { by: "metric", sign, path };
}

/** Whether the order begins with the key. */
export function isKeyOrder(order: readonly OrderPart[]): boolean {
  return order[0]?.by === "key";
}

/** Whether the order begins with the count, most first. */
export function isCountDescending(order: readonly OrderPart[]): boolean {
  return order[0]?.by === "count" && order[0].sign === -1;
}

/** Whether any part needs the results of children. */
export function needsMetrics(order: readonly OrderPart[]): boolean {
  return order.some((part) => part.by === "metric");
}

/** Throws for paths that do not begin with a child, as shards do. */
export function checkOrder(order: readonly OrderPart[], children: SubAggregations): void {
  for (const part of order) if (part.by === "metric") checkFirstStep(part.path, children);
}

/** Buckets of a shard, by number. */
export interface ShardBuckets {
  count(bucket: number): number;
  compareKeys(left: number, right: number): number;
  /** The bucket number that children use. */
  childBucket(bucket: number): number;
}

/** Compares buckets on a shard; negative when the left one comes first. NaN comes last in both directions. */
export function shardComparison(
  order: readonly OrderPart[],
  buckets: ShardBuckets,
  collectors: ChildCollectors,
): (left: number, right: number) => number {
  const [first] = order;
  if (order.length === 1 && first?.by === "count") {
    const { sign } = first;
    return (left, right) => sign * (buckets.count(left) - buckets.count(right)) || buckets.compareKeys(left, right);
  }
  const criteria = order.map((part) => shardCriterion(part, buckets, collectors));
  return (left, right) => {
    for (const criterion of criteria) {
      const difference = criterion(left, right);
      if (difference !== 0) return difference;
    }
    return buckets.compareKeys(left, right);
  };
}

function shardCriterion(
  part: OrderPart,
  buckets: ShardBuckets,
  collectors: ChildCollectors,
): (left: number, right: number) => number {
  const { sign } = part;
  if (part.by === "count") return (left, right) => sign * (buckets.count(left) - buckets.count(right));
  if (part.by === "key") return (left, right) => sign * buckets.compareKeys(left, right);
  const path = tolerantPath(part.path, collectors.children);
  if (!path) return () => 0;
  const value = (bucket: number): number => collectors.metric(path.places, buckets.childBucket(bucket), path.property);
  return (left, right) => compareOnShard(value(left), value(right), sign);
}

function compareOnShard(left: number, right: number, sign: 1 | -1): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return sign * (left < right ? -1 : left > right ? 1 : 0);
}

/** The same for buckets that are joined of those of parts of the shard. */
export function joinedComparison<Bucket extends ResultBucket>(
  order: readonly OrderPart[],
  children: SubAggregations,
  compareKeys: (left: Bucket, right: Bucket) => number,
): (left: Bucket, right: Bucket) => number {
  const criteria = order.map((part): ((left: Bucket, right: Bucket) => number) => {
    const { sign } = part;
    if (part.by === "count") return (left, right) => sign * (left.docCount - right.docCount);
    if (part.by === "key") return (left, right) => sign * compareKeys(left, right);
    const path = tolerantPath(part.path, children);
    if (!path) return () => 0;
    const value = (bucket: Bucket): number => valueAt(path, children, bucket.children);
    return (left, right) => compareOnShard(value(left), value(right), sign);
  });
  return (left, right) => {
    for (const criterion of criteria) {
      const difference = criterion(left, right);
      if (difference !== 0) return difference;
    }
    return compareKeys(left, right);
  };
}

/** On a shard an unknown path has no effect on the order: the reduction will refuse it. */
function tolerantPath(path: string, children: SubAggregations): ResolvedPath | undefined {
  try {
    return resolvePath(path, children, undefined);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/**
 * Compares merged buckets. NaN is the greatest value here (`Double.compare`). Throws 400 at the first comparison when a
 * path is unknown.
 */
export function mergedComparison<Bucket extends ResultBucket>(
  order: readonly OrderPart[],
  children: SubAggregations,
  compareKeys: (left: Bucket, right: Bucket) => number,
): (left: Bucket, right: Bucket) => number {
  let criteria: ((left: Bucket, right: Bucket) => number)[] | undefined;
  return (left, right) => {
    criteria ??= order.map((part) => mergedCriterion(part, children, compareKeys, left.children));
    for (const criterion of criteria) {
      const difference = criterion(left, right);
      if (difference !== 0) return difference;
    }
    return compareKeys(left, right);
  };
}

function mergedCriterion<Bucket extends ResultBucket>(
  part: OrderPart,
  children: SubAggregations,
  compareKeys: (left: Bucket, right: Bucket) => number,
  sample: ChildPartials,
): (left: Bucket, right: Bucket) => number {
  const { sign } = part;
  if (part.by === "count") return (left, right) => sign * (left.docCount - right.docCount);
  if (part.by === "key") return (left, right) => sign * compareKeys(left, right);
  const path = resolvePath(part.path, children, sample);
  return (left, right) =>
    sign * compareDoubles(valueAt(path, children, left.children), valueAt(path, children, right.children));
}
