/** `geo_polygon`: documents with a point in a polygon. Removed in Elasticsearch 8.0, where `geo_shape` replaces it. */
import { BodyReader, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type GeoPointValue, normalizePoint, parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { pointInArea } from "../geo/point-in-area-expression.ts";
import { pointField } from "../geo/point-field.ts";
import { ringArea } from "../geo/polygon.ts";
import { readValidationMethod, type ValidationMethod } from "../geo/validation-method.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";

const options: readonly string[] = ["boost", "_name", "ignore_unmapped", "validation_method"];

export const geoPolygon: QueryKind = {
  name: "geo_polygon",
  summary: "Matches documents with a point in a polygon. Deprecated.",

  parse(body, context) {
    context.warn(
      "Deprecated field [geo_polygon] used, replaced by [[geo_shape] query where polygons are defined in geojson or wkt]",
    );
    const read = new BodyReader("geo_polygon", body);
    const head = readHead("geo_polygon", read, body);
    const validation = readValidationMethod(read);
    const ignoreUnmapped = read.boolean("ignore_unmapped") ?? false;
    const { field, points } = readCorners(body as JsonObject);
    if (field === "") throw illegalArgument("fieldName must not be null");
    const ring = closed(points);
    return kindQuery(head, (searcher) => within(searcher, field, ring, { validation, ignoreUnmapped }));
  },
};

/** The one key with an object names the field. */
function readCorners(body: JsonObject): { field: string; points: readonly GeoPointValue[] } {
  let field = "";
  let points: readonly GeoPointValue[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (isJsonObject(value)) {
      field = key;
      points = readPoints(value);
    } else if (Array.isArray(value)) {
      throw parsingException("[geo_polygon] unexpected token type [START_ARRAY]");
    } else if (!options.includes(key)) {
      throw parsingException(`[geo_polygon] query does not support [${key}]`);
    }
  }
  return { field, points };
}

function readPoints(body: JsonObject): readonly GeoPointValue[] {
  let points: readonly Json[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (!Array.isArray(value))
      throw parsingException(`[geo_polygon] query does not support token type [${tokenName(value)}] under [${key}]`);
    if (key !== "points") throw parsingException(`[geo_polygon] query does not support [${key}]`);
    points = value;
  }
  return points.map((point) => parseGeoPoint(point, false));
}

/** The corners with the first one repeated at the end. */
function closed(points: readonly GeoPointValue[]): readonly GeoPointValue[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) throw illegalArgument("polygon must not be null or empty");
  const isClosed = first.lat === last.lat && first.lon === last.lon;
  if (points.length < (isClosed ? 4 : 3)) throw illegalArgument("too few points defined for geo_polygon query");
  return isClosed ? points : [...points, first];
}

function within(
  searcher: SearcherView,
  path: string,
  corners: readonly GeoPointValue[],
  { validation, ignoreUnmapped }: { validation: ValidationMethod; ignoreUnmapped: boolean },
): Expression {
  const field = pointField(searcher, path, "geo_polygon", ignoreUnmapped);
  if (!field) return matchNone(`unmapped field [${path}]`);
  if (field.runtime) throw queryShardException(searcher.index, `field [${path}] is not a geo_point field`);
  if (validation !== "IGNORE_MALFORMED") for (const corner of corners) checkCorner(searcher, corner, validation);
  const ring = validation === "COERCE" ? corners.map(normalizePoint) : corners;
  const lats = Float64Array.from(ring, ({ lat }) => lat);
  const lons = Float64Array.from(ring, ({ lon }) => lon);
  const area = ring.map(({ lat, lon }) => `[${javaDouble(lat)}, ${javaDouble(lon)}]`).join(", ");
  return pointInArea(field, `Polygon[${area}]`, ringArea({ lats, lons }));
}

function checkCorner(searcher: SearcherView, { lat, lon }: GeoPointValue, validation: ValidationMethod): void {
  if (validation !== "STRICT" && Number.isFinite(lat) && Number.isFinite(lon)) return;
  if (!(Math.abs(lat) <= 90))
    throw queryShardException(searcher.index, `illegal latitude value [${javaDouble(lat)}] for [geo_polygon]`);
  if (!(Math.abs(lon) <= 180))
    throw queryShardException(searcher.index, `illegal longitude value [${javaDouble(lon)}] for [geo_polygon]`);
}
