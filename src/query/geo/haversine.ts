/** Distances on the sphere, compared as Lucene compares them (`SloppyMath.haversinSortKey`). */

const EARTH_RADIUS_METERS = 6_371_008.7714;
const RADIANS = Math.PI / 180;

/**
 * A number that grows with the distance of two points, given in degrees: 2 × the haversine of the angle between them.
 */
export function haversineKey(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const x1 = lat1 * RADIANS;
  const x2 = lat2 * RADIANS;
  return 1 - Math.cos(x1 - x2) + Math.cos(x1) * Math.cos(x2) * (1 - Math.cos((lon1 - lon2) * RADIANS));
}

/** Metres between two points along the great circle (Lucene's `SloppyMath.haversinMeters`). */
export function arcMeters(lat1: number, lon1: number, lat2: number, lon2: number): number {
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversineKey(lat1, lon1, lat2, lon2) * 0.5)));
}

/** `arcMeters` from one point to many: the same to the last bit. */
export function arcMetersFrom(lat1: number, lon1: number): (lat2: number, lon2: number) => number {
  const x1 = lat1 * RADIANS;
  const cosine = Math.cos(x1);
  return (lat2, lon2) => {
    const x2 = lat2 * RADIANS;
    const key = 1 - Math.cos(x1 - x2) + cosine * Math.cos(x2) * (1 - Math.cos((lon1 - lon2) * RADIANS));
    return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(key * 0.5)));
  };
}

/** The key of a distance in metres; Infinity from half the globe on. */
export function keyOfDistance(meters: number): number {
  const half = meters / (2 * EARTH_RADIUS_METERS);
  return half >= Math.PI / 2 ? Infinity : 2 * Math.sin(half) ** 2;
}

/** A circle's bounding box in degrees. Longitudes may pass ±180, and are unbounded when a pole is inside. */
export function circleBounds(
  lat: number,
  lon: number,
  meters: number,
): { south: number; north: number; west: number; east: number } {
  // Slightly wider than the circle, so that rounding cannot lose a point at its edge.
  const angle = (meters / EARTH_RADIUS_METERS) * (1 + 1e-9) + 1e-9;
  const south = lat - angle / RADIANS;
  const north = lat + angle / RADIANS;
  if (south <= -90 || north >= 90) return { south, north, west: -Infinity, east: Infinity };
  const width = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * RADIANS))) / RADIANS;
  return { south, north, west: lon - width, east: lon + width };
}
