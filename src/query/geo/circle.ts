/** Points in a circle on the sphere. */
import { circleBounds, haversineKey, keyOfDistance } from "./haversine.ts";
import type { PointTest } from "./point-test.ts";

/** A circle on the sphere, in degrees. */
export interface Circle {
  readonly lat: number;
  readonly lon: number;
  readonly radiusMeters: number;
}

/** Tests whether points lie in the circle, edge included. The bounding box comes first: it costs no trigonometry. */
export function inCircle({ lat, lon, radiusMeters }: Circle): PointTest {
  const limit = keyOfDistance(radiusMeters);
  const box = circleBounds(lat, lon, radiusMeters);
  return (pointLat, pointLon) => {
    if (pointLat < box.south || pointLat > box.north) return false;
    const inside =
      (pointLon >= box.west && pointLon <= box.east) ||
      (pointLon + 360 >= box.west && pointLon + 360 <= box.east) ||
      (pointLon - 360 >= box.west && pointLon - 360 <= box.east);
    return inside && haversineKey(lat, lon, pointLat, pointLon) <= limit;
  };
}
