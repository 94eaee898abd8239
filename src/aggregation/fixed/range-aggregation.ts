/** Aggregations with a bucket for each range of numbers or instants: `from` inclusive, `to` exclusive. */
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import { roundToHalf } from "../../mapping/numbers/half-float.ts";
import type {
  AggregationKind,
  AggregationParseContext,
  BucketAggregation,
  BucketCollector,
  CollectorProfile,
  RenderContext,
  Rendered,
  ResultBucket,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { readBoolean, readText, unsupportedToken, withinField } from "../declared-values.ts";
import type { SearcherView } from "../../query/query.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { type ValueFormat, numberText, parseNumber, shownNumber } from "../values/value-format.ts";
import { type RequestedValues, type ValuesOptions, type ValuesSource, readValues } from "../values/values-source.ts";
import {
  type FixedBuckets,
  FixedBucketsCollector,
  type Sorter,
  emptyFixed,
  mergeFixed,
  renderFixed,
} from "./fixed-buckets.ts";
import { divisionOf } from "../tree/child-results.ts";
import { WeightedRangeCollector } from "./weighted-range-collector.ts";

/** A range in the request; texts are parsed with the field's format. */
interface RequestedRange {
  readonly key: string | undefined;
  readonly from: number | string | undefined;
  readonly to: number | string | undefined;
}

/** A range in the unit of the field; an open side is infinite. */
interface Range {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

interface RangeBucket extends ResultBucket {
  readonly range: Range;
}

/** The result for the ranges of one index. */
interface RangePartial {
  readonly mapped: boolean;
  readonly format: ValueFormat;
  readonly buckets: readonly RangeBucket[];
}

interface RangeRequest {
  readonly name: string;
  readonly values: RequestedValues;
  readonly ranges: readonly RequestedRange[];
  readonly keyed: boolean;
  readonly children: SubAggregations;
  readonly nowMs: number;
}

/** What the kinds differ in. */
export interface RangeKind {
  readonly kind: string;
  readonly summary: string;
  readonly valueTypes: readonly string[];
  readonly values: Pick<ValuesOptions, "unmapped" | "timeZone">;
}

function readRequest(
  kind: RangeKind,
  { name, body, children }: { readonly name: string; readonly body: JsonObject; readonly children: SubAggregations },
  context: AggregationParseContext,
): RangeRequest {
  const read = new BodyReader(kind.kind, body, "object");
  const keyed = readBoolean(read, "keyed") ?? false;
  const ranges = readRanges(read);
  const values = readValues(name, read, context, { shapes: ["numbers"], formattable: true, ...kind.values });
  return { name, values, ranges, keyed, children, nowMs: context.nowMs };
}

function readRanges(read: BodyReader): RequestedRange[] {
  const ranges = read.json("ranges");
  if (ranges === undefined) return [];
  if (typeof ranges !== "object" || ranges === null) throw unsupportedToken(read, "ranges", ranges);
  return withinField(read, "ranges", () => (Array.isArray(ranges) ? ranges : [ranges]).map(readRange));
}

function readRange(range: Json): RequestedRange {
  if (!isJsonObject(range)) throw contentParseException(`[range] Expected START_OBJECT but was: ${tokenName(range)}`);
  const read = new BodyReader("range", range, "object");
  const requested = { key: readText(read, "key"), from: readBound(read, "from"), to: readBound(read, "to") };
  for (const key of read.keys())
    if (!["key", "from", "to"].includes(key)) throw contentParseException(`[range] unknown field [${key}]`);
  return requested;
}

function readBound(read: BodyReader, side: "from" | "to"): number | string | undefined {
  const value = read.json(side);
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" || typeof value === "boolean") throw unsupportedToken(read, side, value);
  return typeof value === "bigint" ? Number(value) : value;
}

/** The ranges on an index, sorted by from, then to, as in Elasticsearch's response. */
function rangesOn(request: RangeRequest, source: ValuesSource): Range[] {
  if (request.ranges.length === 0) throw illegalArgument(`No [ranges] specified for the [${request.name}] aggregation`);
  const bound = (value: number | string | undefined, open: number): number => {
    if (value === undefined) return open;
    return typeof value === "number" ? value : parseNumber(source.format, value, request.nowMs);
  };
  const ranges = request.ranges.map(({ key, from, to }) => {
    const range = { from: bound(from, -Infinity), to: bound(to, Infinity) };
    return { key: key ?? `${boundText(range.from, source.format)}-${boundText(range.to, source.format)}`, ...range };
  });
  return ranges.sort((left, right) => compare(left.from, right.from) || compare(left.to, right.to));
}

function compare(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function boundText(value: number, format: ValueFormat): string {
  if (!Number.isFinite(value)) return "*";
  return numberText(format, value) ?? javaDouble(value);
}

/**
 * Rounds bounds to the field's precision: 0.2 belongs to the range from 0.2, although as a float it differs slightly.
 */
function stored(bound: number, source: ValuesSource): number {
  if (!Number.isFinite(bound)) return bound;
  return source.precision === 32 ? Math.fround(bound) : source.precision === 16 ? roundToHalf(bound) : bound;
}

/** Ranges may overlap. A document counts once in a range, however many of its values are inside. */
function sorter(values: NumericValues, ranges: readonly Range[], source: ValuesSource): Sorter {
  const from = Float64Array.from(ranges, (range) => stored(range.from, source));
  const to = Float64Array.from(ranges, (range) => stored(range.to, source));
  if (!values.several && areApart(from, to)) return sorterApart(values, from, to);
  const lastPlace = new Int32Array(ranges.length);
  return (docs, count, into) => {
    lastPlace.fill(-1);
    const loaded = values.load(docs, count);
    const { values: numbers, places } = values;
    for (let i = 0; i < loaded; i++) {
      const value = numbers[i]!;
      const place = places[i]!;
      for (let r = 0; r < from.length && from[r]! <= value; r++) {
        if (value >= to[r]! || lastPlace[r] === place) continue;
        lastPlace[r] = place;
        into.add(place, r);
      }
    }
  };
}

/** Whether no value is in two of the ranges, which are sorted. */
function areApart(from: Float64Array, to: Float64Array): boolean {
  return from.every((least, r) => least <= to[r]! && (r === 0 || to[r - 1]! <= least));
}

/** As `sorter`, for ranges of which a value is in one, and documents with one value. */
function sorterApart(values: NumericValues, from: Float64Array, to: Float64Array): Sorter {
  return (docs, count, into) => {
    const loaded = values.load(docs, count);
    const { values: numbers, places } = values;
    for (let i = 0; i < loaded; i++) {
      const value = numbers[i]!;
      let r = 0;
      while (r < to.length && to[r]! <= value) r++;
      if (r < to.length && value >= from[r]!) into.add(places[i]!, r);
    }
  };
}

function collector(request: RangeRequest, shard: ShardCollection): BucketCollector<RangePartial> {
  const source = request.values.on(shard);
  const ranges = rangesOn(request, source);
  const { mapped, format, path, counts } = source;
  const label = (buckets: FixedBuckets): RangePartial => ({ mapped, format, buckets: withRanges(buckets, ranges) });
  if (counts) {
    if (request.children.aggregations.length > 0)
      throw illegalArgument("Range aggregation on histogram fields does not support sub-aggregations");
    return new WeightedRangeCollector({ path, counts, ranges, label }, shard);
  }
  return new FixedBucketsCollector(request.children, shard, {
    size: ranges.length,
    sorterOf(reader) {
      const values = new NumericValues(reader, source);
      return values.any ? sorter(values, ranges, source) : undefined;
    },
    label,
    isEmpty: !mapped && source.missing === undefined && !source.script,
    profile: () => profileOf(ranges, source, shard.searcher),
  });
}

function profileOf(ranges: readonly Range[], source: ValuesSource, searcher: SearcherView): CollectorProfile {
  if (!source.mapped) return { type: "RangeAggregator.Unmapped" };
  const overlap = ranges.some(({ from }, place) => place > 0 && from < ranges[place - 1]!.to);
  const known = searcher.segments.map((reader) => new NumericValues(reader, source)).filter(({ any }) => any);
  const several = known.filter((values) => values.several).length;
  return {
    type: `RangeAggregator.${overlap ? "Overlap" : "NoOverlap"}`,
    debug: {
      ranges: ranges.length,
      average_docs_per_range: float64Text(searcher.maxDoc / ranges.length),
      singletons: known.length - several,
      "non-singletons": several,
    },
  };
}

function withRanges(buckets: FixedBuckets, ranges: readonly Range[]): RangeBucket[] {
  return buckets.map((bucket, place) => ({ ...bucket, range: ranges[place]! }));
}

function emptyRange(request: RangeRequest): RangePartial {
  const source = request.values.source();
  return {
    mapped: source.mapped,
    format: source.format,
    buckets: withRanges(emptyFixed(request.ranges.length, request.children), rangesOn(request, source)),
  };
}

function render(request: RangeRequest, partial: RangePartial, context: RenderContext): Rendered {
  const { format, buckets } = partial;
  const rest = renderFixed(buckets, request.children, context);
  const shown = buckets.map(({ range }, place): Rendered => ({
    ...renderSide("from", range.from, format),
    ...renderSide("to", range.to, format),
    ...rest[place],
  }));
  if (request.keyed) {
    return { buckets: Object.fromEntries(buckets.map((bucket, place) => [bucket.range.key, shown[place]])) };
  }
  return { buckets: buckets.map((bucket, place) => ({ key: bucket.range.key, ...shown[place] })) };
}

function renderSide(name: "from" | "to", value: number, format: ValueFormat): Rendered {
  if (!Number.isFinite(value)) return {};
  const text = shownNumber(format, value);
  return text === undefined
    ? { [name]: float64Text(value) }
    : { [name]: float64Text(value), [`${name}_as_string`]: text };
}

/** Makes the kind of aggregation. */
export function rangeKind(kind: RangeKind): AggregationKind {
  return {
    name: kind.kind,
    summary: kind.summary,
    bucket: true,
    valueTypes: kind.valueTypes,
    parse: (name, body, children, context) =>
      rangeAggregation(kind.kind, readRequest(kind, { name, body, children }, context)),
  };
}

function rangeAggregation(kind: string, request: RangeRequest): BucketAggregation<RangePartial, RangeBucket> {
  const { name, children } = request;
  return {
    name,
    kind,
    children,
    divides: (searcher) => divisionOf(children, searcher),
    collector: (shard) => collector(request, shard),
    empty: () => emptyRange(request),
    merge(partials, reduce) {
      const leading = partials.find((one) => one.mapped) ?? partials[0]!;
      return {
        ...leading,
        buckets: mergeFixed(
          partials.map((one) => one.buckets),
          children,
          reduce,
        ),
      };
    },
    render: (partial, renderContext) => render(request, partial, renderContext),
    typeName: () => kind,
    buckets: (partial) => partial.buckets,
    withBuckets: (partial, buckets) => ({ ...partial, buckets }),
    keyOf: (_partial, bucket) => ({ value: bucket.range.key, text: bucket.range.key }),
  };
}
