/** Parses points in a plane: object, GeoJSON, `x,y`, [x, y], well-known text (Elasticsearch's `CartesianPoint`). */
import { RequestError } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJavaDouble } from "../numbers/fraction-type.ts";
import { fractionFormatException } from "../value-error.ts";
import { readWkt } from "./wkt.ts";

/** A point. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

const KEYS: readonly string[] = ["x", "y", "z", "type", "coordinates"];

/** Parses a point; throws RequestError 400 `parse_exception`. */
export function parsePlanePoint(value: Json, ignoreZ: boolean): PlanePoint {
  if (typeof value === "string") return ofText(value, ignoreZ);
  if (Array.isArray(value)) return ofPair(value, ignoreZ);
  if (isJsonObject(value)) return ofObject(value, ignoreZ);
  throw parseException("point expected");
}

function parseException(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "parse_exception", reason, { cause });
}

function outOfRange(name: string, value: number): RequestError {
  return parseException(
    `invalid [${name}] value [${javaDouble(value)}]; must be between -3.4028234663852886E38 and 3.4028234663852886E38`,
  );
}

function checkZ(z: number, ignoreZ: boolean): void {
  if (!ignoreZ)
    throw parseException(
      `Exception parsing coordinates: found Z value [${javaDouble(z)}] but [ignore_z_value] parameter is [false]`,
    );
  if (!Number.isFinite(z)) throw outOfRange("z", z);
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Parses [x, y] or [x, y, z] in a list of points; a missing y becomes NaN. */
function ofPair(value: readonly Json[], ignoreZ: boolean): PlanePoint {
  const [x = Number.NaN, y = Number.NaN, z] = value;
  if (!value.every(isNumber)) throw parseException("numeric value expected");
  if (z !== undefined) checkZ(Number(z), ignoreZ);
  if (value.length > 3) throw parseException("point expected");
  return { x: Number(x), y: Number(y) };
}

function ofObject(value: JsonObject, ignoreZ: boolean): PlanePoint {
  for (const key of Object.keys(value)) {
    if (!KEYS.includes(key))
      throw parseException(`field [${key}] not supported - must be one of: x, y, z, type, coordinates`);
  }
  const { x, y, z, type, coordinates } = value;
  const point = {
    x: x === undefined ? undefined : coordinate(x, "x"),
    y: y === undefined ? undefined : coordinate(y, "y"),
  };
  if (z !== undefined) checkZ(coordinate(z, "z"), ignoreZ);
  if (type !== undefined && typeof type !== "string") throw parseException("[type] must be a string");
  if (coordinates !== undefined && !Array.isArray(coordinates)) throw parseException("[coordinates] must be an array");
  coordinates?.forEach((item) => coordinate(item, "coordinates"));
  const isPlain = x !== undefined || y !== undefined;
  if (isPlain && (type !== undefined || coordinates !== undefined))
    throw parseException("fields matching more than one point format");
  if (isPlain) {
    if (point.x === undefined) throw parseException("Required [x]");
    if (point.y === undefined) throw parseException("Required [y]");
    return { x: point.x, y: point.y };
  }
  if (type === undefined && coordinates === undefined)
    throw parseException("field must be either lat/lon or type/coordinates");
  if (type === undefined) throw parseException("Required [type]");
  if (coordinates === undefined) throw parseException("Required [coordinates]");
  if (type.toLowerCase() !== "point") throw parseException("[type] for point can only be 'Point'");
  if (coordinates.length < 2) throw parseException("[coordinates] must contain at least two values");
  if (coordinates.length > 3) throw parseException("[coordinates] contains more than 3 values");
  return ofPair(
    coordinates.map((item) => coordinate(item, "coordinates")),
    ignoreZ,
  );
}

function coordinate(value: Json, name: string): number {
  if (isNumber(value)) return Number(value);
  if (typeof value !== "string") throw parseException(`${name} must be a number`);
  const parsed = parseJavaDouble(value);
  if (parsed === undefined)
    throw parseException(`[${name}] must be a valid double value`, fractionFormatException(value));
  return parsed;
}

function ofText(text: string, ignoreZ: boolean): PlanePoint {
  if (text.toLowerCase().includes("point")) return ofWkt(text, ignoreZ);
  if (text.includes(",")) return ofList(text, ignoreZ);
  if (text.includes(".")) throw parseException(`failed to parse [${text}], expected 2 or 3 coordinates but found: [1]`);
  if (text === "") throw new RequestError(400, "string_index_out_of_bounds_exception", "String index out of range: 0");
  throw parseException(`unsupported symbol [${text[0]}] in point [${text}]`);
}

function ofList(text: string, ignoreZ: boolean): PlanePoint {
  const parts = text.split(",");
  while (parts.length > 0 && parts.at(-1) === "") parts.pop();
  if (parts.length > 3 || parts.length < 2) {
    throw parseException(
      `failed to parse [[${parts.join(", ")}]], expected 2 or 3 coordinates but found: [${parts.length}]`,
    );
  }
  const [x = "", y = "", z] = parts;
  const point = { x: finite(x, "x"), y: finite(y, "y") };
  if (z === undefined) return point;
  const height = parseJavaDouble(z);
  if (height === undefined) throw parseException("[y] must be a number");
  checkZ(height, ignoreZ);
  return point;
}

function finite(text: string, name: string): number {
  const parsed = parseJavaDouble(text);
  if (parsed === undefined) throw parseException(`[${name}] must be a number`);
  if (!Number.isFinite(parsed)) throw outOfRange(name, parsed);
  return parsed;
}

function ofWkt(text: string, ignoreZ: boolean): PlanePoint {
  let geometry;
  try {
    geometry = readWkt(text, false);
  } catch (cause) {
    throw cause instanceof RequestError ? parseException("Invalid WKT format", cause) : cause;
  }
  if (geometry.type !== "Point")
    throw parseException(`[point] supports only POINT among WKT primitives, but found ${geometry.type.toUpperCase()}`);
  if (geometry.z !== undefined) checkZ(geometry.z, ignoreZ);
  return { x: geometry.x, y: geometry.y };
}
