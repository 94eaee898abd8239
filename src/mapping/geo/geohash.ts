/** Geohashes: base 32 of interleaved halvings of longitude and latitude. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";

export const GEOHASH_DIGITS = "0123456789bcdefghjkmnpqrstuvwxyz";
/** More characters do not change the point. */
const MAX_PRECISION = 12;

/** South-west corner of a geohash's cell, which is the point that Elasticsearch reads from a geohash. */
export function geohashCorner(text: string): { lat: number; lon: number } {
  const { south, west } = geohashCell(text);
  return { lat: south, lon: west };
}

/** Degrees of a geohash's cell. Throws 400 `parse_exception` for an invalid geohash. */
export function geohashCell(text: string): { south: number; west: number; north: number; east: number } {
  if (text === "") throw geohashError("empty geohash");
  let lat = 0;
  let latBits = 0;
  let lon = 0;
  let lonBits = 0;
  let even = true;
  for (const character of text) {
    const digit = GEOHASH_DIGITS.indexOf(character.toLowerCase());
    if (digit < 0 || character !== character.toLowerCase())
      throw geohashError(`unsupported symbol [${character}] in geohash [${text}]`);
    if (latBits + lonBits >= MAX_PRECISION * 5) continue;
    for (let bit = 4; bit >= 0; bit--) {
      const one = (digit >> bit) & 1;
      if (even) {
        lon = lon * 2 + one;
        lonBits++;
      } else {
        lat = lat * 2 + one;
        latBits++;
      }
      even = !even;
    }
  }
  const latitude = (cells: number): number => (cells / 2 ** latBits) * 180 - 90;
  const longitude = (cells: number): number => (cells / 2 ** lonBits) * 360 - 180;
  return { south: latitude(lat), west: longitude(lon), north: latitude(lat + 1), east: longitude(lon + 1) };
}

/** The 12-character geohash of a point. */
export function geohashOf(lat: number, lon: number): string {
  let latLow = -90;
  let latHigh = 90;
  let lonLow = -180;
  let lonHigh = 180;
  let text = "";
  let even = true;
  for (let index = 0; index < MAX_PRECISION; index++) {
    let digit = 0;
    for (let bit = 0; bit < 5; bit++) {
      const middle = even ? (lonLow + lonHigh) / 2 : (latLow + latHigh) / 2;
      const upper = (even ? lon : lat) >= middle;
      digit = digit * 2 + (upper ? 1 : 0);
      if (even && upper) lonLow = middle;
      else if (even) lonHigh = middle;
      else if (upper) latLow = middle;
      else latHigh = middle;
      even = !even;
    }
    text += GEOHASH_DIGITS[digit];
  }
  return text;
}

function geohashError(reason: string): RequestError {
  const cause = illegalArgument(reason);
  return new RequestError(400, "parse_exception", reason, { cause });
}

/** The cells around a cell, of the same size; there are none beyond the poles. */
export function geohashNeighbours(cell: string): string[] {
  const { south, west, north, east } = geohashCell(cell);
  const [height, width] = [north - south, east - west];
  const neighbours: string[] = [];
  for (const up of [-1, 0, 1]) {
    const lat = (south + north) / 2 + up * height;
    if (lat < -90 || lat > 90) continue;
    for (const right of [-1, 0, 1]) {
      if (up === 0 && right === 0) continue;
      const lon = (west + east) / 2 + right * width;
      const wrapped = lon < -180 ? lon + 360 : lon > 180 ? lon - 360 : lon;
      neighbours.push(geohashOf(lat, wrapped).slice(0, cell.length));
    }
  }
  return neighbours;
}
