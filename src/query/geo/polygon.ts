/** Points in a polygon in the plane of degrees (Lucene's `Polygon2D`). */
import { boxAround, type PointArea } from "./point-area.ts";

/** A closed ring: the last corner is the first. */
export interface Ring {
  readonly lats: Float64Array;
  readonly lons: Float64Array;
}

/** The points in the ring (even-odd rule) or on its edge. */
export function ringArea({ lats, lons }: Ring): PointArea {
  const south = least(lats);
  const west = least(lons);
  const north = largest(lats);
  const east = largest(lons);
  const contains = (lat: number, lon: number): boolean => {
    if (lat < south || lat > north || lon < west || lon > east) return false;
    let inside = false;
    for (let at = 1; at < lats.length; at++) {
      const lat1 = lats[at - 1]!;
      const lat2 = lats[at]!;
      const lon1 = lons[at - 1]!;
      const lon2 = lons[at]!;
      if (isOnEdge(lat, lon, lat1, lon1, lat2, lon2)) return true;
      if (lat1 > lat !== lat2 > lat && lon < ((lon2 - lon1) * (lat - lat1)) / (lat2 - lat1) + lon1) inside = !inside;
    }
    return inside;
  };
  return { box: boxAround({ south, north, west, east }), contains };
}

function isOnEdge(lat: number, lon: number, lat1: number, lon1: number, lat2: number, lon2: number): boolean {
  if (
    lat < Math.min(lat1, lat2) ||
    lat > Math.max(lat1, lat2) ||
    lon < Math.min(lon1, lon2) ||
    lon > Math.max(lon1, lon2)
  )
    return false;
  return (lon2 - lon1) * (lat - lat1) - (lon - lon1) * (lat2 - lat1) === 0;
}

function least(values: Float64Array): number {
  return values.reduce((one, other) => Math.min(one, other));
}

function largest(values: Float64Array): number {
  return values.reduce((one, other) => Math.max(one, other));
}
