/** `geo_distance`: documents with a point within a distance of another point. */
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { javaDouble } from "../../core/float32.ts";
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseDecimal } from "../../compat/body-reader.ts";
import { type GeoPointValue, normalizePoint, parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import { geohashCorner } from "../../mapping/geo/geohash.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { pointInArea } from "../geo/point-in-area-expression.ts";
import { circleArea } from "../geo/circle.ts";
import { parseDistance, unitMeters } from "../../compat/distance-units.ts";
import { pointField } from "../geo/point-field.ts";
import { readValidationMethod, type ValidationMethod } from "../geo/validation-method.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";

const options: ReadonlySet<string> = new Set([
  "distance",
  "unit",
  "distance_type",
  "validation_method",
  "ignore_unmapped",
  "boost",
  "_name",
]);

export const geoDistance: QueryKind = {
  name: "geo_distance",
  summary: "Matches documents with a point within a distance of another.",

  parse(body) {
    const read = new BodyReader("geo_distance", body);
    const head = readHead("geo_distance", read, body);
    const place = readPlace(body as JsonObject);
    const radiusMeters = readDistance(read);
    readDistanceType(read);
    const validation = readValidationMethod(read);
    const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
    if (!place) throw illegalArgument("fieldName must not be null or empty");
    return kindQuery(head, (searcher) => near(searcher, place, { radiusMeters, validation, ignoreUnmapped }));
  },
};

interface Place {
  readonly field: string;
  readonly point: GeoPointValue;
}

/** The one key that is not an option names the field; `field.lat` and `field.lon` may be separate keys. */
function readPlace(body: JsonObject): Place | undefined {
  let place: Place | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (value === null || (options.has(key) && typeof value !== "object")) continue;
    if (Array.isArray(value)) {
      place = { field: key, point: fromArray(value) };
    } else if (isJsonObject(value)) {
      if (place)
        throw parsingException(
          `[geo_distance] query doesn't support multiple fields, found [${place.field}] and [${key}]`,
        );
      place = { field: key, point: fromObject(key, value) };
    } else if (key.endsWith(".lat") || key.endsWith(".lon")) {
      place = withCoordinate(place, key, value);
    } else if (place) {
      throw parsingException(`failed to parse [geo_distance] query. unexpected field [${key}]`);
    } else {
      place = { field: key, point: parseGeoPoint(String(value), true) };
    }
  }
  return place;
}

function withCoordinate(place: Place | undefined, key: string, value: Json): Place {
  const field = key.slice(0, -".lat".length);
  const point = place?.field === field ? place.point : { lat: Number.NaN, lon: Number.NaN };
  const coordinate = number(value);
  return { field, point: key.endsWith(".lat") ? { ...point, lat: coordinate } : { ...point, lon: coordinate } };
}

function number(value: Json): number {
  if (typeof value === "string") return parseDecimal(value);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN;
}

function fromArray(value: readonly Json[]): GeoPointValue {
  const numbers = value.map((coordinate) => {
    if (typeof coordinate !== "number" && typeof coordinate !== "bigint")
      throw new RequestError(400, "parse_exception", "numeric value expected");
    return Number(coordinate);
  });
  const [lon = Number.NaN, lat = Number.NaN, z] = numbers;
  if (z !== undefined) {
    throw new RequestError(
      400,
      "parse_exception",
      `Exception parsing coordinates: found Z value [${javaDouble(z)}] but [ignore_z_value] parameter is [false]`,
    );
  }
  return { lat, lon };
}

function fromObject(field: string, value: JsonObject): GeoPointValue {
  let point: GeoPointValue = { lat: Number.NaN, lon: Number.NaN };
  for (const [key, coordinate] of Object.entries(value)) {
    if (key === "lat") point = { ...point, lat: number(coordinate) };
    else if (key === "lon") point = { ...point, lon: number(coordinate) };
    else if (key === "geohash") point = geohashCorner(valueText(coordinate));
    else throw parsingException(`[geo_distance] query does not support [${field}]`);
  }
  return point;
}

function readDistance(read: BodyReader): number {
  const unit = read.string("unit");
  const defaultUnit = unit === undefined ? 1 : unitMeters(unit);
  const distance = read.json("distance");
  if (distance === undefined || distance === null)
    throw parsingException("geo_distance requires 'distance' to be specified");
  if (typeof distance === "boolean")
    throw contentParseException(
      `Current token (VALUE_${String(distance).toUpperCase()}) not numeric, can not use numeric value accessors`,
    );
  if (typeof distance === "object") throw illegalArgument(`Expected text at 1:1 but found ${tokenName(distance)}`);
  const meters = typeof distance === "string" ? parseDistance(distance, defaultUnit) : Number(distance) * defaultUnit;
  if (!(meters > 0)) throw illegalArgument("distance must be greater than zero");
  return meters;
}

/** Only wrong values matter: Elasticsearch measures on the sphere for `arc` and `plane` alike. */
function readDistanceType(read: BodyReader): void {
  const type = read.string("distance_type");
  if (type !== undefined && type.toLowerCase() !== "arc" && type.toLowerCase() !== "plane") {
    throw illegalArgument(`No geo distance for [${type}]`);
  }
}

function near(
  searcher: SearcherView,
  place: Place,
  {
    radiusMeters,
    validation,
    ignoreUnmapped,
  }: { radiusMeters: number; validation: ValidationMethod; ignoreUnmapped: boolean },
): Expression {
  const field = pointField(searcher, place.field, "geo_distance", ignoreUnmapped);
  if (!field) return matchNone(`unmapped field [${place.field}]`);
  if (validation === "STRICT") checkPoint(searcher, place.point);
  const point = validation === "STRICT" ? place.point : normalizePoint(place.point);
  // The centre is encoded onto the grid of indexed points, as in Elasticsearch.
  const lat = decodeLatitude(encodeLatitude(point.lat));
  const lon = decodeLongitude(encodeLongitude(point.lon));
  const area = `${javaDouble(lat)},${javaDouble(lon)} +/- ${javaDouble(radiusMeters)} meters`;
  return pointInArea(field, area, circleArea({ lat, lon, radiusMeters }));
}

function checkPoint(searcher: SearcherView, { lat, lon }: GeoPointValue): void {
  const faults: string[] = [];
  if (!(Math.abs(lat) <= 90)) faults.push(`latitude is invalid: ${javaDouble(lat)}`);
  if (!(Math.abs(lon) <= 180)) faults.push(`longitude is invalid: ${javaDouble(lon)}`);
  if (faults.length === 0) return;
  const cause = validationFailed(
    faults.map((fault) => `[geo_distance] center point ${fault}`),
    "query_validation_exception",
  );
  throw queryShardException(searcher.index, "couldn't validate latitude/ longitude values", cause);
}
