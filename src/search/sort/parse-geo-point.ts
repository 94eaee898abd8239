/** Points as requests write them: object, array, text, geohash, WKT, GeoJSON (`GeoUtils.parseGeoPoint`). */
import { RequestError } from "../../core/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { GeoPoint } from "./sort-spec.ts";

const BASE32 = "0123456789bcdefghjkmnpqrstuvwxyz";

/** The point. Throws 400 `parse_exception` in the original's words. */
export function parseGeoPoint(value: Json): GeoPoint {
  if (typeof value === "string") return parseText(value);
  if (Array.isArray(value)) return fromNumbers(value[1], value[0]);
  if (!isJsonObject(value)) throw parseError("geo_point expected");
  if (typeof value.geohash === "string") return decodeGeohash(value.geohash);
  if (Array.isArray(value.coordinates)) {
    if (typeof value.type !== "string" || value.type.toLowerCase() !== "point") throw parseError("[type] for geo_point can only be 'Point'");
    return fromNumbers(value.coordinates[1], value.coordinates[0]);
  }
  for (const key of Object.keys(value)) {
    if (key !== "lat" && key !== "lon") throw parseError("field must be either [lon|lat], [type|coordinates], or [geohash]");
  }
  if (value.lat === undefined) throw parseError("field [lat] missing");
  if (value.lon === undefined) throw parseError("field [lon] missing");
  return fromNumbers(value.lat, value.lon);
}

/** Whether `value` is an array of points rather than one point as `[lon, lat]`. */
export function isPointList(value: Json): value is Json[] {
  return Array.isArray(value) && typeof value[0] !== "number";
}

function fromNumbers(lat: Json | undefined, lon: Json | undefined): GeoPoint {
  return { lat: coordinate(lat, "latitude"), lon: coordinate(lon, "longitude") };
}

function coordinate(value: Json | undefined, name: string): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : typeof value === "number" ? value : Number.NaN;
  if (Number.isNaN(number)) throw parseError(`[${name}] must be a valid double value`);
  return number;
}

function parseText(text: string): GeoPoint {
  const wkt = /^\s*POINT\s*\(\s*(\S+)\s+(\S+?)\s*\)\s*$/i.exec(text);
  if (wkt) return fromNumbers(wkt[2], wkt[1]);
  if (!text.includes(",")) return decodeGeohash(text);
  const parts = text.split(",");
  if (parts.length > 3) throw parseError(`failed to parse [${text}], expected 2 or 3 coordinates but found: [${parts.length}]`);
  return fromNumbers(parts[0]?.trim(), parts[1]?.trim());
}

/** The cell's south-west corner, which is how the original reads a geohash as a point. */
function decodeGeohash(hash: string): GeoPoint {
  let [south, north, west, east] = [-90, 90, -180, 180];
  let even = true;
  for (const character of hash) {
    const bits = BASE32.indexOf(character);
    if (bits < 0) throw parseError(`unsupported symbol [${character}] in geohash [${hash}]`);
    for (let mask = 16; mask > 0; mask >>= 1) {
      if (even) {
        const middle = (west + east) / 2;
        if (bits & mask) west = middle;
        else east = middle;
      } else {
        const middle = (south + north) / 2;
        if (bits & mask) south = middle;
        else north = middle;
      }
      even = !even;
    }
  }
  return { lat: south, lon: west };
}

function parseError(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}
