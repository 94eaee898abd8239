/** All notations of a point: object, GeoJSON, `lat,lon`, [lon, lat], WKT, geohash. */
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { JavaException, javaText, parseException } from "../mapping-error.ts";
import { parseJavaDouble } from "../numbers/fraction-type.ts";
import { fractionFormatException } from "../value-error.ts";
import { geohashCorner } from "./geohash.ts";

/** A point in degrees. */
export interface GeoPointValue {
  readonly lat: number;
  readonly lon: number;
}

/** Whether an array is one point ([lon, lat]) and not a list of points. */
export function isCoordinatePair(value: readonly Json[]): boolean {
  return typeof value[0] === "number" || typeof value[0] === "bigint";
}

/** Reads a point; coordinates are not checked for their range. Throws RequestError 400 `parse_exception`. */
export function parseGeoPoint(value: Json, ignoreZ: boolean): GeoPointValue {
  if (typeof value === "string") return parseText(value, ignoreZ);
  if (Array.isArray(value)) return parsePair(value, ignoreZ, "geo_point expected");
  if (isJsonObject(value)) return parseObject(value, ignoreZ);
  throw parseException("geo_point expected");
}

function checkZ(z: number, ignoreZ: boolean): void {
  if (ignoreZ) return;
  throw parseException(
    `Exception parsing coordinates: found Z value [${javaDouble(z)}] but [ignore_z_value] parameter is [false]`,
  );
}

function parsePair(value: readonly Json[], ignoreZ: boolean, malformed: string): GeoPointValue {
  if (value.length > 3 || value.length < 2) throw parseException(malformed);
  const [lon = null, lat = null, z] = value;
  if (z !== undefined) checkZ(Number(z), ignoreZ);
  if (!isNumber(lon) || !isNumber(lat)) throw parseException(malformed);
  return { lat: Number(lat), lon: Number(lon) };
}

function isNumber(value: Json): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

const KEYS: readonly string[] = ["lon", "lat", "z", "type", "coordinates"];

function parseObject(value: JsonObject, ignoreZ: boolean): GeoPointValue {
  for (const key of Object.keys(value)) {
    if (!KEYS.includes(key))
      throw parseException(`field [${key}] not supported - must be one of: lon, lat, z, type, coordinates`);
  }
  const { lat, lon, z, type, coordinates } = value;
  if (z !== undefined) checkZ(degreesOf(z, "z"), ignoreZ);
  if (lat !== undefined || lon !== undefined) {
    if (lat === undefined) throw parseException("Required [lat]");
    if (lon === undefined) throw parseException("Required [lon]");
    return { lat: degreesOf(lat, "latitude"), lon: degreesOf(lon, "longitude") };
  }
  if (type === undefined && coordinates === undefined)
    throw parseException("field must be either lat/lon, geohash string or type/coordinates");
  if (type === undefined) throw parseException("Required [type]");
  if (coordinates === undefined) throw parseException("Required [coordinates]");
  if (javaText(type).toLowerCase() !== "point") throw parseException("[type] for geo_point can only be 'Point'");
  if (!Array.isArray(coordinates)) throw parseException("[coordinates] must be an array");
  return parsePair(coordinates, ignoreZ, "[coordinates] must contain at least two values");
}

function degreesOf(value: Json, name: string): number {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  if (typeof value !== "string") throw parseException(`${name} must be a number`);
  const parsed = parseJavaDouble(value);
  if (parsed === undefined)
    throw parseException(`[${name}] must be a valid double value`, fractionFormatException(value.trim()));
  return parsed;
}

function parseText(text: string, ignoreZ: boolean): GeoPointValue {
  if (/^\s*point\b/i.test(text)) return parseWkt(text, ignoreZ);
  if (!text.includes(",")) return geohashCorner(text);
  const parts = text.split(",");
  while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  if (parts.length > 3 || parts.length < 2)
    throw parseException(`failed to parse [${parts.length}], expected 2 or 3 coordinates but found: [{}]`);
  const [lat = "", lon = "", z] = parts;
  const latitude = parseJavaDouble(lat);
  if (latitude === undefined) throw parseException("latitude must be a number");
  const longitude = parseJavaDouble(lon);
  if (longitude === undefined) throw parseException("longitude must be a number");
  if (z !== undefined) checkZ(parseJavaDouble(z) ?? Number.NaN, ignoreZ);
  return { lat: latitude, lon: longitude };
}

/** An empty point is (0, 0): Elasticsearch returns its uninitialized point. */
const EMPTY_POINT = /^\s*point\s+empty\s*$/i;

function parseWkt(text: string, ignoreZ: boolean): GeoPointValue {
  if (EMPTY_POINT.test(text)) return { lat: 0, lon: 0 };
  const match = /^\s*point\s*z?\s*\(\s*([^()]*)\)?\s*$/i.exec(text);
  const numbers = match ? match[1]!.trim().split(/\s+/) : [];
  const parsed = numbers.map(parseJavaDouble);
  const wrong = parsed.findIndex((number) => number === undefined);
  if (!match || wrong >= 0 || parsed.length < 2 || parsed.length > 3) {
    const found = wrong >= 0 && numbers[wrong] !== "" ? numbers[wrong] : ")";
    throw parseException(
      "Invalid WKT format",
      new JavaException(400, "parse_exception", `expected number but found: '${found}'`),
    );
  }
  const [lon = 0, lat = 0, z] = parsed;
  if (z !== undefined) checkZ(z, ignoreZ);
  return { lat, lon };
}

/** Normalizes a point beyond the poles or the date line onto the globe (GeoUtils.normalizePoint). */
export function normalizePoint(point: GeoPointValue): GeoPointValue {
  const overPole = point.lat > 90 || point.lat < -90;
  if (!overPole && point.lon <= 180 && point.lon >= -180) return point;
  const lat = overPole ? centredModulus(point.lat) : point.lat;
  if (lat < -90) return { lat: -180 - lat, lon: centredModulus(point.lon + 180) };
  if (lat > 90) return { lat: 180 - lat, lon: centredModulus(point.lon + 180) };
  return { lat, lon: centredModulus(point.lon) };
}

/** The same angle within (-180, 180]. */
function centredModulus(degrees: number): number {
  const remainder = degrees % 360;
  const positive = remainder <= 0 ? remainder + 360 : remainder;
  return positive > 180 ? positive - 360 : positive;
}
