/** Places as contexts: geohash cells. */
import { parseDistance } from "../../compat/distance-units.ts";
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { IndexableField, ValueContext } from "../field-type.ts";
import { parseGeoPoint } from "../geo/geo-point-value.ts";
import { geohashOf } from "../geo/geohash.ts";
import { javaText, parseException } from "../mapping-error.ts";
import { numberFormatException, ofDocument } from "../value-error.ts";

// The WGS 84 ellipsoid, with which Elasticsearch measures cells (GeoUtils).
const EQUATOR_M = 2 * Math.PI * 6_378_137;
const POLAR_CIRCLE_M = 2 * Math.PI * 6_356_752.314245;
/** Length of the finest geohash, in characters. */
const FINEST = 12;

/** Parses `precision` of a mapping: a number of characters, or a cell size as a distance. */
export function readGeoPrecision(value: Json): number {
  return readCells(value, precisionOfMeters);
}

/** Parses `precision` of a request: a number of characters, or a distance that cells are not to be larger than. */
export function readGeoLevel(value: Json): number {
  return readCells(value, levelOf);
}

function readCells(value: Json, ofMeters: (meters: number) => number): number {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  if (typeof value === "number") return ofMeters(value);
  const text = javaText(value);
  try {
    return ofMeters(parseDistance(text, 1));
  } catch (error) {
    throw error instanceof RequestError ? numberFormatException(text) : error;
  }
}

/** The finest precision whose cells are at least this large. */
function precisionOfMeters(meters: number): number {
  const level = levelOf(meters);
  return cellMeters(level) < meters ? Math.max(1, level - 1) : level;
}

/** GeoUtils.geoHashLevelsForPrecision. */
function levelOf(meters: number): number {
  if (meters === 0) return FINEST;
  const ratio = 1 + POLAR_CIRCLE_M / EQUATOR_M;
  const width = Math.sqrt((meters * meters) / (ratio * ratio));
  const bits = 2 * Math.ceil(Math.log2(Math.ceil(EQUATOR_M / width)));
  const full = Math.floor(bits / 5);
  const left = bits - full * 5;
  return full % 2 === 0 ? full + (left > 0 ? 1 : 0) : full + (left > 3 ? 1 : 0);
}

/** The diagonal of a cell (GeoUtils.geoHashCellSize). */
function cellMeters(level: number): number {
  const longer = Math.floor((level + 1) / 2);
  const shorter = Math.floor(level / 2);
  const width = EQUATOR_M / 2 ** (longer * 3 + shorter * 2);
  const height = POLAR_CIRCLE_M / 2 ** (longer * 2 + shorter * 3);
  return Math.hypot(width, height);
}

/** The cells of a document's value: points in any notation, or a geohash, taken as it is. */
export function geoContexts(precision: number, value: Json, target: ValueContext, level: number): string[] {
  if (typeof value === "string") return [value.slice(0, precision)];
  if (!Array.isArray(value)) return [cellOf(value, precision)];
  if (!isNumber(value[0])) {
    return value.map((item, index) => {
      target.itemAt(index, level);
      return cellOf(item, precision);
    });
  }
  if (!isNumber(value[1])) {
    target.itemAt(1, level);
    throw ofDocument(parseException("latitude must be a numeric value"));
  }
  if (value.length > 2) {
    target.itemAt(2, level);
    throw ofDocument(parseException("only two values [lon, lat] expected"));
  }
  return [geohashOf(Number(value[1]), Number(value[0])).slice(0, precision)];
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

function cellOf(value: Json, precision: number): string {
  try {
    const { lat, lon } = parseGeoPoint(value, true);
    return geohashOf(lat, lon).slice(0, precision);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw ofDocument(error, typeof value === "object" && value !== null ? "last" : "value");
  }
}

/** The cells of the points of a field. */
export function geoContextsOfField(precision: number, field: IndexableField, value: Json): string[] {
  return (field.multiFieldValues?.(value) ?? []).map((geohash) => javaText(geohash).slice(0, precision));
}
