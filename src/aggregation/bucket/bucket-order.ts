/** `order` of terms and histograms: by count, key or a metric below; ties by key ascending (`InternalOrder`). */
import { RequestError, illegalArgument, parsingException } from "../../core/errors.ts";
import { type Json, isJsonObject } from "../../core/json.ts";
import type { Aggregation } from "../aggregation-kind.ts";

/** One criterion. `sign` is 1 for ascending. */
export type OrderPart = { readonly by: "count"; readonly sign: 1 | -1 } | { readonly by: "key"; readonly sign: 1 | -1 } | MetricOrder;

/** By a metric: `path` are places of children, `property` what of it. */
export interface MetricOrder {
  readonly by: "metric";
  readonly sign: 1 | -1;
  readonly path: readonly number[];
  readonly property: string | undefined;
}

/** Reads an order; undefined when absent. Throws the original's errors. */
export function readOrder(order: Json | undefined, children: readonly Aggregation[]): OrderPart[] | undefined {
  if (order === undefined) return undefined;
  const parts = Array.isArray(order) ? order : [order];
  return parts.map((part) => readPart(part, children));
}

function readPart(part: Json, children: readonly Aggregation[]): OrderPart {
  const entries = isJsonObject(part) ? Object.entries(part) : [];
  const [entry] = entries;
  if (!entry || entries.length > 1) throw parsingException("Must specify at least one field for [order]");
  const [path, direction] = entry;
  const text = String(direction).toLowerCase();
  if (text !== "asc" && text !== "desc") throw parsingException(`Unknown order direction [${String(direction)}]`);
  const sign = text === "asc" ? 1 : -1;
  if (path === "_count") return { by: "count", sign };
  if (path === "_key" || path === "_term" || path === "_time") return { by: "key", sign };
  return metricPart(path, sign, children);
}

/** `a>b.property`: through single-bucket aggregations to a metric. */
function metricPart(path: string, sign: 1 | -1, children: readonly Aggregation[]): OrderPart {
  const refuse = (why: string): RequestError => illegalArgument(`Invalid aggregation order path [${path}]. ${why}`);
  const steps = path.split(">");
  const places: number[] = [];
  let level = children;
  for (const [at, step] of steps.entries()) {
    const last = at === steps.length - 1;
    const match = /^([^.[\]]+)(?:\.(.+)|\[(.+)\])?$/.exec(step) ?? [step, step];
    const exact = level.findIndex((child) => child.name === step);
    const name = exact >= 0 ? step : (match[1] ?? step);
    const property = exact >= 0 ? undefined : (match[2] ?? match[3]);
    const place = level.findIndex((child) => child.name === name);
    const child = level[place];
    if (!child) throw refuse(`Cannot find aggregation named [${name}]`);
    places.push(place);
    if (!last) {
      level = child.children;
      continue;
    }
    if (child.metrics === undefined) {
      if (child.metric && (property === undefined || property === "doc_count" || property === "_count")) return { by: "metric", sign, path: places, property: "_count" };
      throw refuse(`Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations within the path and a final single-bucket or a metrics aggregation at the path end.`);
    }
    if (child.metrics.length > 1 && property === undefined) throw refuse("Missing value key in [null] which refers to a multi-value metric aggregation");
    if (property !== undefined && !child.metrics.includes(property)) throw refuse(`Unknown value key [${property}] for single-value metric aggregation [${name}]. Either use [value] as key or drop the key all together`);
    return { by: "metric", sign, path: places, property };
  }
  throw refuse("it is empty");
}

/** A bucket as an order compares it. */
export interface OrderedBucket {
  readonly docCount: number;
  compareKey(other: this): number;
  metric(part: MetricOrder): number;
}

/** Compares buckets by the parts, then by key ascending. NaN sorts last whatever the direction. */
export function compareBuckets<Bucket extends OrderedBucket>(parts: readonly OrderPart[], left: Bucket, right: Bucket): number {
  for (const part of parts) {
    const order = comparePart(part, left, right);
    if (order !== 0) return order;
  }
  return left.compareKey(right);
}

function comparePart<Bucket extends OrderedBucket>(part: OrderPart, left: Bucket, right: Bucket): number {
  if (part.by === "count") return part.sign * (left.docCount - right.docCount);
  if (part.by === "key") return part.sign * left.compareKey(right);
  const a = left.metric(part);
  const b = right.metric(part);
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return part.sign * (a < b ? -1 : a > b ? 1 : 0);
}
