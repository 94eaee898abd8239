/** Distances on the globe (`GeoUtils.arcDistance`, `GeoUtils.planeDistance`). */
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import { arcMeters, arcMetersFrom, circleBounds } from "../../query/geo/haversine.ts";
import { boxAround, GLOBE, isInBox } from "../../query/geo/point-area.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { NumberReader } from "./number-key.ts";
import type { GeoPoint, SortMode } from "./sort-spec.ts";

/** Mean radius of the earth in meters (Lucene's GeoUtils.EARTH_MEAN_RADIUS_METERS). */
const EARTH_RADIUS_METERS = 6_371_008.7714;
const RADIANS = Math.PI / 180;

/** Meters between two points along the great circle. */
export function arcDistance(a: GeoPoint, lat: number, lon: number): number {
  return arcMeters(a.lat, a.lon, lat, lon);
}

/** Meters between two points on a flat map. */
export function planeDistance(a: GeoPoint, lat: number, lon: number): number {
  const x = (lon - a.lon) * RADIANS * Math.cos(((a.lat + lat) / 2) * RADIANS);
  const y = (lat - a.lat) * RADIANS;
  return Math.sqrt(x * x + y * y) * EARTH_RADIUS_METERS;
}

/** Distance of a document's points to the given points, by `mode`, in units of `unitMeters`. */
export function distances(
  reader: SegmentReader,
  path: string,
  points: readonly GeoPoint[],
  options: { mode: SortMode; plane: boolean; unitMeters: number },
): NumberReader {
  const column = reader.column(path);
  if (!column?.values2) return (_docs, count, into) => into.fill(Number.NaN, 0, count);
  const [only, second] = points;
  if (only && !second && !column.starts && !options.plane)
    return singleDistances(column, reader.presence(path), only, options.unitMeters);
  const latitudes = column.values as Int32Array;
  const longitudes = column.values2;
  const { starts } = column;
  const presence = reader.presence(path);
  const measure = options.plane ? planeDistance : arcDistance;
  const found: number[] = [];
  return (docs, count, into) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i] ?? 0;
      const single = !starts;
      const has = presence === undefined || ((presence[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
      const from = single ? doc : (starts[doc] ?? 0);
      const to = single ? doc + (has ? 1 : 0) : (starts[doc + 1] ?? 0);
      found.length = 0;
      for (let at = from; at < to; at++) {
        const lat = decodeLatitude(latitudes[at] ?? 0);
        const lon = decodeLongitude(longitudes[at] ?? 0);
        for (const point of points) found.push(measure(point, lat, lon) / options.unitMeters);
      }
      into[i] = found.length === 0 ? Number.NaN : pickDistance(found, options.mode);
    }
  };
}

/** The same for one point and documents with one. Those outside the box of the greatest distance are not measured. */
function singleDistances(
  column: ColumnReader,
  presence: Uint32Array | undefined,
  { lat, lon }: GeoPoint,
  unitMeters: number,
): NumberReader {
  const latitudes = column.values as Int32Array;
  const longitudes = column.values2!;
  let box = GLOBE;
  let boxOf = Number.POSITIVE_INFINITY;
  const metersTo = arcMetersFrom(lat, lon);
  return (docs, count, into, most) => {
    if (most < boxOf) {
      box = boxAround(circleBounds(lat, lon, most * unitMeters));
      boxOf = most;
    }
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      const latitude = latitudes[doc]!;
      const longitude = longitudes[doc]!;
      if (presence !== undefined && ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0) into[i] = Number.NaN;
      else if (!isInBox(box, latitude, longitude)) into[i] = Number.POSITIVE_INFINITY;
      else into[i] = metersTo(decodeLatitude(latitude), decodeLongitude(longitude)) / unitMeters;
    }
  };
}

function pickDistance(values: number[], mode: SortMode): number {
  if (mode === "min") return Math.min(...values);
  if (mode === "max") return Math.max(...values);
  values.sort((left, right) => left - right);
  if (mode === "avg") return values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = values.length >>> 1;
  return values.length % 2 === 1 ? (values[middle] ?? 0) : ((values[middle - 1] ?? 0) + (values[middle] ?? 0)) / 2;
}
