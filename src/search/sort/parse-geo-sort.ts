/** Reads a `_geo_distance` sort (`GeoDistanceSortBuilder.fromXContent`). */
import { illegalArgument, RequestError } from "../../core/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { RequestText } from "../request/request-text.ts";
import { isPointList, parseGeoPoint } from "./parse-geo-point.ts";
import { parseMode, parseOrder } from "./sort-words.ts";
import type { GeoPoint, SortMode, SortOrder, SortSpec } from "./sort-spec.ts";

/** Meters of a unit of distance (`DistanceUnit`). */
const UNIT_METERS: Readonly<Record<string, number>> = {
  in: 0.0254, inch: 0.0254, yd: 0.9144, yards: 0.9144, ft: 0.3048, feet: 0.3048, km: 1000, kilometers: 1000,
  NM: 1852, nmi: 1852, nauticalmiles: 1852, mm: 0.001, millimeters: 0.001, cm: 0.01, centimeters: 0.01,
  mi: 1609.344, miles: 1609.344, m: 1, meters: 1,
};

type Validation = "STRICT" | "COERCE" | "IGNORE_MALFORMED";

/** Reads the body of `_geo_distance`. */
export function parseGeoSort(request: RequestText, body: JsonObject): SortSpec {
  let field: string | undefined;
  let points: GeoPoint[] = [];
  let unitMeters = 1;
  let order: SortOrder = "asc";
  let mode: SortMode | undefined;
  let plane = false;
  let ignoreUnmapped = false;
  let validation: Validation = "STRICT";
  for (const [key, value] of Object.entries(body)) {
    if (key === "unit") unitMeters = parseUnit(String(value));
    else if (key === "order") order = parseOrder(String(value));
    else if (key === "mode" || key === "sort_mode") mode = parseMode(String(value));
    else if (key === "distance_type") plane = parseDistanceType(String(value));
    else if (key === "ignore_unmapped") ignoreUnmapped = request.boolean(body, key);
    else if (key === "validation_method") validation = parseValidation(String(value));
    else if (key === "nested") throw illegalArgument("[nested] sorting is not supported by this server yet");
    else if (field !== undefined || typeof value === "number" || typeof value === "boolean" || value === null) {
      throw request.at(request.places.value(body, key), `[_geo_distance] does not support [${key}]`);
    } else {
      field = key;
      points = parsePoints(value);
    }
  }
  if (field === undefined || points.length === 0) throw illegalArgument("Geo distance sorting needs at least one point.");
  if (mode === "sum") throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance");
  const name = field;
  const checked = points.map((point) => checkPoint(point, name, validation));
  return { kind: "geo", field, points: checked, unitMeters, order, mode, plane, ignoreUnmapped };
}

function parsePoints(value: Json): GeoPoint[] {
  return isPointList(value) ? value.map(parseGeoPoint) : [parseGeoPoint(value)];
}

function parseUnit(text: string): number {
  const meters = UNIT_METERS[text];
  if (meters === undefined) throw illegalArgument(`No distance unit match [${text}]`);
  return meters;
}

function parseDistanceType(text: string): boolean {
  const type = text.toLowerCase();
  if (type === "plane") return true;
  if (type === "arc") return false;
  throw illegalArgument(`No geo distance for [${text}]`);
}

function parseValidation(text: string): Validation {
  const method = text.toUpperCase();
  if (method === "STRICT" || method === "COERCE" || method === "IGNORE_MALFORMED") return method;
  throw illegalArgument(`No enum constant org.elasticsearch.index.query.GeoValidationMethod.${method}`);
}

function checkPoint(point: GeoPoint, field: string, validation: Validation): GeoPoint {
  if (validation === "COERCE") return normalize(point);
  if (validation === "IGNORE_MALFORMED") return point;
  if (!(point.lat >= -90 && point.lat <= 90)) throw illegal("latitude", point.lat, field);
  if (!(point.lon >= -180 && point.lon <= 180)) throw illegal("longitude", point.lon, field);
  return point;
}

function illegal(name: string, value: number, field: string): RequestError {
  const text = Number.isInteger(value) ? `${value}.0` : String(value);
  return new RequestError(400, "parse_exception", `illegal ${name} value [${text}] for [GeoDistanceSort] for field [${field}].`);
}

/** Brings a point back onto the globe (`GeoUtils.normalizePoint`). */
function normalize(point: GeoPoint): GeoPoint {
  let lat = (((point.lat + 180) % 360) + 360) % 360 - 180;
  let lon = point.lon;
  if (lat > 90) {
    lat = 180 - lat;
    lon += 180;
  } else if (lat < -90) {
    lat = -180 - lat;
    lon += 180;
  }
  if (lon <= 180 && lon > -180) return { lat, lon };
  return { lat, lon: ((((lon + 180) % 360) + 360) % 360) - 180 };
}
