/** What histogram and date_histogram share: counting by interval number, merging, filling gaps, order and rendering. */
import { contentParseException, type BodyReader } from "../../core/body-reader.ts";
import { illegalArgument } from "../../core/errors.ts";
import { type JsonObject, isJsonObject } from "../../core/json.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Aggregation, Collector, LeafCollector, Partial, ReduceContext, RenderContext, ShardCollection } from "../aggregation-kind.ts";
import { type ChildPartials, ChildCollectors, emptyChildren, mergeChildren, renderChildren } from "../tree/child-collectors.ts";
import { NumericValues } from "../values/numeric-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { BucketEmitter } from "./bucket-emitter.ts";
import { type MetricOrder, type OrderPart, compareBuckets } from "./bucket-order.ts";
import { BucketTable } from "./bucket-table.ts";
import { metricOfPath } from "./terms-result.ts";

/** One bucket; `key` is the start of its interval. */
export interface HistogramBucket {
  readonly key: number;
  readonly docCount: number;
  readonly children: ChildPartials;
}

/** Maps values to buckets. */
export interface Intervals {
  /** Writes the key of each value; equal keys are the same bucket. */
  keys(values: Float64Array, count: number, into: Float64Array): void;
  /** The key after `key`. */
  next(key: number): number;
  /** The key of one value. */
  keyOf(value: number): number;
}

/** Bounds given by the request, in the unit of the field. */
export interface Bounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** A parsed histogram of either kind. */
export interface HistogramRequest {
  readonly name: string;
  readonly kind: "histogram" | "date_histogram";
  readonly source: ValuesSource;
  /** Made per shard or reduction; `range` are the least and greatest value, when known. */
  intervals(range: Bounds): Intervals;
  readonly minDocCount: number;
  readonly keyed: boolean;
  readonly order: readonly OrderPart[];
  readonly extendedBounds: Bounds | undefined;
  readonly hardBounds: Bounds | undefined;
  readonly children: readonly Aggregation[];
  keyText(key: number): string;
  renderKey(key: number): JsonObject;
}

/** Reads `extended_bounds` or `hard_bounds`. */
export function readBounds(read: BodyReader, key: "extended_bounds" | "hard_bounds", parse: (value: NonNullable<unknown>) => number): Bounds | undefined {
  const body = read.json(key);
  if (body === undefined || body === null) return undefined;
  if (!isJsonObject(body)) throw contentParseException(`[${read.what}] ${key} doesn't support values of type: VALUE_STRING`);
  for (const name of Object.keys(body)) if (name !== "min" && name !== "max") throw contentParseException(`[bounds] unknown field [${name}]`);
  const side = (name: "min" | "max"): number | undefined => {
    const value = body[name];
    return value === undefined || value === null ? undefined : parse(value);
  };
  const bounds = { min: side("min"), max: side("max") };
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    throw illegalArgument(`[${key}.min][${bounds.min}] cannot be greater than [${key}.max][${bounds.max}] for histogram aggregation`);
  }
  return bounds;
}

/** Reads `min_doc_count`. */
export function readMinDocCount(read: BodyReader, name: string): number {
  const value = read.integer("min_doc_count") ?? 0;
  if (value >= 0) return value;
  throw contentParseException(`[${read.what}] failed to parse field [min_doc_count]`, illegalArgument(`[minDocCount] must be greater than or equal to 0. Found [${value}] in [${name}]`));
}

/** Makes the aggregation. */
export function histogramAggregation(request: HistogramRequest): Aggregation {
  return {
    name: request.name,
    kind: request.kind,
    meta: undefined,
    children: request.children,
    collector: (shard) => new HistogramCollector(request, shard),
    empty: () => [],
    merge: (partials, reduce) => mergeHistogram(request, partials, reduce),
    render: (partial, context) => renderHistogram(request, partial, context),
    typeName: () => request.kind,
  };
}

class HistogramCollector implements Collector {
  readonly #request: HistogramRequest;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #intervals: Intervals;
  readonly #table = new BucketTable();
  #keys = new Float64Array(4096);

  constructor(request: HistogramRequest, shard: ShardCollection) {
    this.#request = request;
    this.#shard = shard;
    this.#children = new ChildCollectors(request.children, shard);
    this.#intervals = request.intervals(this.#range());
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const { source } = this.#request;
    const values = new NumericValues(reader, this.#path(), source.missing === undefined ? undefined : Number(source.missing));
    if (!values.any) return undefined;
    const emitter = new BucketEmitter(this.#table, this.#children.segment(reader, context));
    return { collect: (docs, count, buckets) => this.#collect(values, emitter, docs, count, buckets) };
  }

  #collect(values: NumericValues, emitter: BucketEmitter, docs: Uint32Array, count: number, buckets: Uint32Array | undefined): void {
    const loaded = values.load(docs, count);
    if (loaded > this.#keys.length) this.#keys = new Float64Array(loaded * 2);
    const keys = this.#keys;
    this.#intervals.keys(values.values, loaded, keys);
    const table = this.#table;
    const before = table.size;
    const { places } = values;
    const least = this.#request.hardBounds?.min ?? -Infinity;
    const greatest = this.#request.hardBounds?.max ?? Infinity;
    let previousPlace = -1;
    let previousKey = Number.NaN;
    for (let i = 0; i < loaded; i++) {
      const key = keys[i]!;
      const place = places[i]!;
      if (place === previousPlace && key === previousKey) continue; // several values of a document in one interval count once
      previousPlace = place;
      previousKey = key;
      if (key < least || key > greatest) continue;
      emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, key));
    }
    emitter.flush();
    if (table.size > before) this.#shard.reserve((table.size - before) * 48);
  }

  results(parents: Uint32Array): Partial[] {
    const table = this.#table;
    return table.byParent(parents).map((buckets): HistogramBucket[] => {
      buckets.sort((left, right) => table.keys[left]! - table.keys[right]!);
      this.#shard.countBuckets(buckets.length);
      const below = this.#children.results(Uint32Array.from(buckets));
      return buckets.map((bucket, place) => ({ key: table.keys[bucket]!, docCount: table.counts[bucket]!, children: below[place] ?? [] }));
    });
  }

  #path(): string {
    return this.#request.source.field?.path ?? this.#request.source.fieldName;
  }

  #range(): Bounds {
    let min: number | undefined;
    let max: number | undefined;
    const { missing } = this.#request.source;
    if (missing !== undefined) min = max = Number(missing);
    for (const reader of this.#shard.searcher.segments) {
      const column = reader.column(this.#path());
      if (column?.min === undefined || column.max === undefined) continue;
      min = Math.min(min ?? Infinity, column.min);
      max = Math.max(max ?? -Infinity, column.max);
    }
    return { min, max };
  }
}

function asBuckets(partial: Partial): readonly HistogramBucket[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- partial results come back to the kind that made them
  return partial as readonly HistogramBucket[];
}

function mergeHistogram(request: HistogramRequest, partials: readonly Partial[], reduce: ReduceContext): HistogramBucket[] {
  const byKey = new Map<number, HistogramBucket[]>();
  for (const partial of partials) {
    for (const bucket of asBuckets(partial)) {
      const same = byKey.get(bucket.key);
      if (same) same.push(bucket);
      else byKey.set(bucket.key, [bucket]);
    }
  }
  const merged: HistogramBucket[] = [];
  for (const [key, same] of byKey) {
    const docCount = same.reduce((sum, bucket) => sum + bucket.docCount, 0);
    if (docCount < request.minDocCount) continue;
    merged.push({ key, docCount, children: mergeChildren(request.children, same.map((bucket) => bucket.children), reduce) });
  }
  merged.sort((left, right) => left.key - right.key);
  reduce.countBuckets(merged.length);
  const filled = request.minDocCount === 0 ? fillGaps(request, merged, reduce) : merged;
  const [first] = request.order;
  if (first?.by === "key" && first.sign === 1) return filled;
  return filled.sort((left, right) => compareBuckets(request.order, new Ranked(left, request.children), new Ranked(right, request.children)));
}

class Ranked {
  readonly #bucket: HistogramBucket;
  readonly #children: readonly Aggregation[];

  constructor(bucket: HistogramBucket, children: readonly Aggregation[]) {
    this.#bucket = bucket;
    this.#children = children;
  }

  get docCount(): number {
    return this.#bucket.docCount;
  }

  compareKey(other: this): number {
    return this.#bucket.key - other.#bucket.key;
  }

  metric(part: MetricOrder): number {
    return metricOfPath(this.#children, this.#bucket.children, part.path, part.property);
  }
}

/** Adds empty buckets between the present ones and out to extended_bounds. */
function fillGaps(request: HistogramRequest, buckets: readonly HistogramBucket[], reduce: ReduceContext): HistogramBucket[] {
  const first = buckets[0]?.key;
  const last = buckets.at(-1)?.key;
  const { extendedBounds } = request;
  const intervals = request.intervals({ min: minimum(first, extendedBounds?.min), max: maximum(last, extendedBounds?.max) });
  const from = minimum(first, extendedBounds?.min === undefined ? undefined : intervals.keyOf(extendedBounds.min));
  const to = maximum(last, extendedBounds?.max === undefined ? undefined : intervals.keyOf(extendedBounds.max));
  if (from === undefined || to === undefined) return [...buckets];
  const filled: HistogramBucket[] = [];
  let at = 0;
  for (let key = from; key <= to; ) {
    const present = buckets[at];
    if (present && present.key <= key) {
      filled.push(present);
      at++;
      key = intervals.next(present.key);
      continue;
    }
    filled.push({ key, docCount: 0, children: emptyChildren(request.children) });
    reduce.countBuckets(1);
    const next = intervals.next(key);
    // Steps of doubles may pass a present key by a rounding error; the present one wins.
    key = present && next > present.key ? present.key : next;
  }
  filled.push(...buckets.slice(at));
  return filled;
}

function minimum(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined ? right : right === undefined ? left : Math.min(left, right);
}

function maximum(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined ? right : right === undefined ? left : Math.max(left, right);
}

function renderHistogram(request: HistogramRequest, partial: Partial, context: RenderContext): JsonObject {
  const shown = asBuckets(partial).map((bucket): JsonObject => ({
    ...request.renderKey(bucket.key),
    doc_count: bucket.docCount,
    ...renderChildren(request.children, bucket.children, context),
  }));
  if (!request.keyed) return { buckets: shown };
  return { buckets: Object.fromEntries(asBuckets(partial).map((bucket, place) => [request.keyText(bucket.key), shown[place] ?? {}])) };
}
