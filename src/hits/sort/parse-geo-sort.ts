/** Reads a `_geo_distance` sort (`GeoDistanceSortBuilder.fromXContent`). */
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { isCoordinatePair, normalizePoint, parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import { unitMeters as metersOf } from "../../compat/distance-units.ts";
import type { RequestText } from "../../compat/request-text.ts";
import { parseNestedSort } from "./parse-nested-sort.ts";
import { parseMode, parseOrder } from "./sort-words.ts";
import type { GeoPoint, NestedSort, SortMode, SortOrder, SortSpec } from "./sort-spec.ts";

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
  let nested: NestedSort | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (key === "unit") unitMeters = metersOf(valueText(value));
    else if (key === "order") order = parseOrder(valueText(value));
    else if (key === "mode" || key === "sort_mode") mode = parseMode(valueText(value));
    else if (key === "distance_type") plane = parseDistanceType(valueText(value));
    else if (key === "ignore_unmapped") ignoreUnmapped = request.boolean(body, key);
    else if (key === "validation_method") validation = parseValidation(valueText(value));
    else if (key === "nested" && isJsonObject(value)) nested = parseNestedSort(value, (_owner, _key, cause) => cause);
    else if (
      key === "nested" ||
      field !== undefined ||
      typeof value === "number" ||
      typeof value === "boolean" ||
      value === null
    ) {
      throw request.at(request.places.value(body, key), `[_geo_distance] does not support [${key}]`);
    } else {
      field = key;
      points = parsePoints(value);
    }
  }
  if (field === undefined || points.length === 0)
    throw illegalArgument("Geo distance sorting needs at least one point.");
  if (mode === "sum") throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance");
  if (validation === "COERCE") points = points.map(normalizePoint);
  return {
    kind: "geo",
    field,
    points,
    strict: validation === "STRICT",
    unitMeters,
    order,
    mode,
    plane,
    ignoreUnmapped,
    nested,
  };
}

function parsePoints(value: Json): GeoPoint[] {
  const several = Array.isArray(value) && !isCoordinatePair(value);
  return several ? value.map((point) => parseGeoPoint(point, true)) : [parseGeoPoint(value, true)];
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
