/** Latitudes and longitudes as 32-bit integers (Lucene's GeoEncodingUtils), the content of point columns. */

const LATITUDE_DECODE = 180 / 2 ** 32;
const LONGITUDE_DECODE = 360 / 2 ** 32;
const MAX_INT = 0x7fffffff;

/** Rounds down to the encoding's grid; `latitude` is within -90 .. 90. */
export function encodeLatitude(latitude: number): number {
  return Math.min(MAX_INT, Math.floor(latitude / LATITUDE_DECODE));
}

/** Rounds down to the encoding's grid; `longitude` is within -180 .. 180. */
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
