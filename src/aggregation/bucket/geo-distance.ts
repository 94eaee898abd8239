/** One bucket for each range of distances from a point: `from` inclusive, `to` exclusive. */
import { BodyReader, parseDecimal, tokenName } from "../../compat/body-reader.ts";
import { unitMeters } from "../../compat/distance-units.ts";
import { RequestError, illegalArgument, parsingException } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import { type Json, isJsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { type GeoPointValue, parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import { arcMeters } from "../../query/geo/haversine.ts";
import type { AggregationKind, BucketAggregation, Rendered, ResultBucket } from "../aggregation-kind.ts";
import { readBoolean, readText, unsupportedToken, withinField } from "../declared-values.ts";
import { FixedBucketsCollector, type Sorter, emptyFixed, mergeFixed, renderFixed } from "../fixed/fixed-buckets.ts";
import { PointValues } from "../points/point-values.ts";
import { divisionOf } from "../tree/child-results.ts";
import { readValues } from "../values/values-source.ts";

const KIND = "geo_distance";
const EARTH_METERS_PER_DEGREE = (2 * Math.PI * 6_371_008.7714) / 360;

interface DistanceRange {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

interface DistanceBucket extends ResultBucket {
  readonly range: DistanceRange;
}

/** Metres between two points. */
type Distance = (lat1: number, lon1: number, lat2: number, lon2: number) => number;

function readOrigin(read: BodyReader, name: string): GeoPointValue {
  const origin = read.json("origin");
  if (origin === undefined) throw illegalArgument(`Aggregation [${name}] must define an [origin].`);
  return withinField(read, "origin", () => parseGeoPoint(origin, true));
}

function readDistance(read: BodyReader): Distance {
  const type = readText(read, "distance_type")?.toLowerCase();
  if (type === undefined || type === "arc") return arcMeters;
  if (type === "plane") return planeMeters;
  return withinField(read, "distance_type", () => {
    throw illegalArgument(`No geo distance for [${type}]`);
  });
}

/** On a flat map whose degrees of longitude are as long as those of the latitude in the middle. */
function planeMeters(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const width = (lon2 - lon1) * Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180);
  return Math.hypot(width, lat2 - lat1) * EARTH_METERS_PER_DEGREE;
}

function readRanges(read: BodyReader): DistanceRange[] {
  const ranges = read.json("ranges");
  if (ranges === undefined) return [];
  if (!Array.isArray(ranges)) throw unsupportedToken(read, "ranges", ranges);
  return withinField(read, "ranges", () => ranges.map(readRange)).sort(
    (left, right) => left.from - right.from || compareEnds(left.to, right.to),
  );
}

function compareEnds(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function readRange(range: Json): DistanceRange {
  if (!isJsonObject(range)) throw parsingException(`[ranges] must contain objects, but hit a ${tokenName(range)}`);
  let key: string | undefined;
  let from: number | undefined;
  let to: number | undefined;
  for (const [name, value] of Object.entries(range)) {
    if (value === null) continue;
    if (name === "key") key = String(typeof value === "object" ? "" : value);
    else if (name === "from") from = toNumber(value);
    else if (name === "to") to = toNumber(value);
    else throw parsingException(`Failed to parse object: unknown field [${name}] found`);
  }
  const text = (bound: number | undefined): string => (bound === undefined ? "*" : javaDouble(bound));
  return { key: key ?? `${text(from)}-${text(to)}`, from: from ?? 0, to: to ?? Infinity };
}

function toNumber(value: Json): number {
  if (typeof value === "string") return parseDecimal(value);
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  throw new RequestError(400, "parsing_exception", `Unexpected token ${tokenName(value)}`);
}

function sorter(points: PointValues, ranges: readonly DistanceRange[], distanceOf: FromOrigin): Sorter {
  const last = new Int32Array(ranges.length);
  return (docs, count, into) => {
    last.fill(-1);
    const loaded = points.load(docs, count);
    for (let i = 0; i < loaded; i++) {
      const distance = distanceOf(points.lats[i]!, points.lons[i]!);
      const place = points.places[i]!;
      for (let r = 0; r < ranges.length && ranges[r]!.from <= distance; r++) {
        if (distance >= ranges[r]!.to || last[r] === place) continue;
        last[r] = place;
        into.add(place, r);
      }
    }
  };
}

/** From the origin, in the unit of the request. */
type FromOrigin = (lat: number, lon: number) => number;

export const geoDistance: AggregationKind = {
  name: KIND,
  summary: "One bucket for each range of distances from a point.",
  bucket: true,
  valueTypes: ["geopoint"],
  parse(name, body, children, context): BucketAggregation<readonly DistanceBucket[], DistanceBucket> {
    const read = new BodyReader(KIND, body, "object");
    const keyed = readBoolean(read, "keyed") ?? false;
    const unitName = readText(read, "unit");
    const unit = unitName === undefined ? 1 : withinField(read, "unit", () => unitMeters(unitName));
    const meters = readDistance(read);
    const ranges = readRanges(read);
    read.json("origin");
    const values = readValues(name, read, context, { shapes: ["points"], unmapped: "text", formattable: false });
    const origin = readOrigin(read, name);
    const label = (buckets: readonly ResultBucket[]): DistanceBucket[] =>
      buckets.map((bucket, place) => ({ ...bucket, range: ranges[place]! }));
    return {
      name,
      kind: KIND,
      children,
      divides: (searcher) => divisionOf(children, searcher),
      collector(shard) {
        const source = values.source();
        if (ranges.length === 0) throw illegalArgument(`No [ranges] specified for the [${name}] aggregation`);
        const distanceOf: FromOrigin = (lat, lon) => meters(origin.lat, origin.lon, lat, lon) / unit;
        return new FixedBucketsCollector(children, shard, {
          size: ranges.length,
          sorterOf(reader) {
            const points = new PointValues(reader, source);
            return points.any ? sorter(points, ranges, distanceOf) : undefined;
          },
          label,
        });
      },
      empty: () => label(emptyFixed(ranges.length, children)),
      merge: (partials, reduce) => mergeFixed(partials, children, reduce),
      render(buckets, rendering) {
        const rest = renderFixed(buckets, children, rendering);
        const shown = buckets.map(({ range: { from, to } }, place): Rendered => ({
          from: float64Text(from),
          ...(to === Infinity ? {} : { to: float64Text(to) }),
          ...rest[place],
        }));
        if (!keyed) return { buckets: buckets.map(({ range: { key } }, place) => ({ key, ...shown[place] })) };
        const byKey: Rendered = {};
        buckets.forEach(({ range: { key } }, place) => put(byKey, key, shown[place]));
        return { buckets: byKey };
      },
      typeName: () => KIND,
      buckets: (buckets) => buckets,
      withBuckets: (_partial, buckets) => buckets,
      keyOf: (_partial, { range: { key } }) => ({ value: key, text: key }),
    };
  },
};
