/** Parses geometries in every notation (Elasticsearch's `GeometryParser`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { cornerCount, type Geometry, heightOf } from "./geometry.ts";
import { readGeoJson, type RingOptions } from "./geojson.ts";
import { readWkt } from "./wkt.ts";

/** How geometries are parsed. */
export interface GeometryOptions extends RingOptions {
  /** Whether heights are ignored instead of refused. */
  readonly ignoreZ: boolean;
}

/** Maximum corners of one geometry: more would block the thread for seconds. */
export const MAX_CORNERS = 100_000;

/** Parses GeoJSON or well-known text; undefined for null. Throws 400. */
export function parseGeometry(value: Json, options: GeometryOptions): Geometry | undefined {
  if (value === null) return undefined;
  const geometry = isJsonObject(value)
    ? readGeoJson(value, options)
    : typeof value === "string"
      ? readWkt(value, options.coerce)
      : undefined;
  if (!geometry)
    throw new RequestError(400, "parse_exception", "shape must be an object consisting of type and coordinates");
  const height = options.ignoreZ ? undefined : heightOf(geometry);
  if (height !== undefined)
    throw illegalArgument(`found Z value [${javaDouble(height)}] but [ignore_z_value] parameter is [false]`);
  const corners = cornerCount(geometry);
  if (corners > MAX_CORNERS)
    throw illegalArgument(`geometry has [${corners}] corners, more than the allowed [${MAX_CORNERS}]`);
  return geometry;
}
