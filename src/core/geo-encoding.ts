/** Latitudes and longitudes as 32-bit integers (Lucene's GeoEncodingUtils): what point columns hold. */

const LATITUDE_DECODE = 180 / 2 ** 32;
const LONGITUDE_DECODE = 360 / 2 ** 32;
const MAX_INT = 0x7fffffff;

/** Rounds down to the grid; `latitude` is within -90 .. 90. */
export function encodeLatitude(latitude: number): number {
  return Math.min(MAX_INT, Math.floor(latitude / LATITUDE_DECODE));
}

/** Rounds down to the grid; `longitude` is within -180 .. 180. */
export function encodeLongitude(longitude: number): number {
  return Math.min(MAX_INT, Math.floor(longitude / LONGITUDE_DECODE));
}

/** Degrees of an encoded latitude. */
export function decodeLatitude(encoded: number): number {
  return encoded * LATITUDE_DECODE;
}

/** Degrees of an encoded longitude. */
export function decodeLongitude(encoded: number): number {
  return encoded * LONGITUDE_DECODE;
}
