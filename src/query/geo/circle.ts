/** Points in a circle on the sphere. */
import { circleBounds, haversineKey, keyOfDistance } from "./haversine.ts";
import { boxAround, type PointArea } from "./point-area.ts";

/** A circle on the sphere, in degrees. */
export interface Circle {
  readonly lat: number;
  readonly lon: number;
  readonly radiusMeters: number;
}

/** The points in the circle, edge included. The bounding box comes first: it costs no trigonometry. */
export function circleArea({ lat, lon, radiusMeters }: Circle): PointArea {
  const limit = keyOfDistance(radiusMeters);
  return {
    box: boxAround(circleBounds(lat, lon, radiusMeters)),
    contains: (pointLat, pointLon) => haversineKey(lat, lon, pointLat, pointLon) <= limit,
  };
}
