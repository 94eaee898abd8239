import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { type CircleGeometry, type Geometry } from "../../mapping/shapes/geometry.ts";
import { parseGeometry } from "../../mapping/shapes/parse-geometry.ts";
import { valueOf } from "../config/fields-of.ts";
import { type Point, polygonInPlane, polygonOnGlobe, sidesOf } from "../geo/circle-polygon.ts";
import type { ProcessorKind } from "../processor.ts";

/** Makes a polygon of a circle, which is within a distance of it everywhere. */
export const circle: ProcessorKind = {
  name: "circle",

  create(config) {
    const field = config.string("field");
    const target = config.optionalString("target_field") ?? field;
    const ignoreMissing = config.boolean("ignore_missing", false);
    const errorDistance = Math.abs(config.double("error_distance"));
    const shapeType = config.string("shape_type").toLowerCase();
    if (shapeType !== "geo_shape" && shapeType !== "shape")
      throw config.error(
        "shape_type",
        `illegal [shape_type] value [${shapeType}]. valid values are [SHAPE, GEO_SHAPE]`,
      );
    return (document) => {
      const value = valueOf(document, field, ignoreMissing);
      if (value === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot process it.`);
      }
      if (typeof value !== "string" && !isJsonObject(value))
        throw illegalArgument(`field [${field}] must be a WKT Circle or a GeoJSON Circle value`);
      const points = polygonOf(value, errorDistance, shapeType);
      document.set(target, typeof value === "string" ? asText(points) : asGeoJson(points));
    };
  },
};

/** Whatever is wrong with it, it is no definition of a circle. */
function polygonOf(value: Json, errorDistance: number, shapeType: string): readonly Point[] {
  try {
    const { x, y, radiusMeters: radius } = circleIn(value);
    const sides = sidesOf(radius, errorDistance);
    return (shapeType === "shape" ? polygonInPlane : polygonOnGlobe)({ x, y, radius }, sides);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", "invalid circle definition", { cause: error });
  }
}

function circleIn(value: Json): CircleGeometry {
  const geometry: Geometry | undefined = parseGeometry(value, { coerce: true, right: true, ignoreZ: true });
  if (geometry?.type === "Circle") return geometry;
  throw illegalArgument(`found [${geometry?.type.toUpperCase()}] instead of circle`);
}

function asText(points: readonly Point[]): string {
  return `POLYGON ((${points.map(([x, y]) => `${javaDouble(x)} ${javaDouble(y)}`).join(", ")}))`;
}

function asGeoJson(points: readonly Point[]): Json {
  return { type: "Polygon", coordinates: [points.map(([x, y]) => [x, y])] };
}
