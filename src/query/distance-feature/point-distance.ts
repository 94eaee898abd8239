/** Distances of points on the globe, in metres. */
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import { javaDouble } from "../../core/float32.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { GeoPointValue } from "../../mapping/geo/geo-point-value.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { arcMeters } from "../geo/haversine.ts";
import type { FeatureDistance, SegmentDistance } from "./distance-feature-expression.ts";

/** Distances from `origin`; at `pivot` the score is half of what it is there. */
export function pointDistance(field: MappedField, { lat, lon }: GeoPointValue, pivot: number): FeatureDistance {
  const place = `originLat=${javaDouble(lat)},originLon=${javaDouble(lon)}`;
  return {
    type: "LatLonPointDistanceFeatureQuery",
    description: `LatLonPointDistanceFeatureQuery(field=,${place},pivotDistance=${javaDouble(pivot)})`,
    formula: "Distance score, computed as weight * pivotDistance / (pivotDistance + abs(distance)) from:",
    pivot,
    open: (segment) => distancesIn(segment, field.path, { lat, lon }, pivot),
  };
}

function distancesIn(
  segment: SegmentReader,
  path: string,
  { lat, lon }: GeoPointValue,
  pivot: number,
): SegmentDistance {
  const column = segment.column(path);
  const from = (doc: number): number => (column?.starts ? column.starts[doc]! : doc);
  const to = (doc: number): number => (column?.starts ? column.starts[doc + 1]! : doc + 1);
  const metersAt = (at: number): number =>
    arcMeters(lat, lon, decodeLatitude(Number(column!.values[at])), decodeLongitude(column!.values2![at]!));
  const nearest = (doc: number): number => {
    let best = from(doc);
    for (let at = best + 1; at < to(doc); at++) if (metersAt(at) < metersAt(best)) best = at;
    return best;
  };
  return {
    of: (doc) => metersAt(nearest(doc)),
    details(doc) {
      const at = nearest(doc);
      return [
        [pivot, "pivotDistance"],
        [lat, "originLat"],
        [lon, "originLon"],
        [decodeLatitude(Number(column!.values[at])), "current lat"],
        [decodeLongitude(column!.values2![at]!), "current lon"],
        [metersAt(at), "distance"],
      ];
    },
  };
}
