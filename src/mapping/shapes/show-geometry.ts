/** Renders geometries as GeoJSON and well-known text, for `fields`. */
import { javaDouble } from "../../core/float32.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { type Geometry, isEmptyGeometry, type Path, type Rings } from "./geometry.ts";

/** A geometry in a format of `fields` (default `geojson`). Throws 400 for an unknown one. */
export function showGeometry(geometry: Geometry, format: string | undefined): Json {
  if (format === undefined || format === "geojson") return geometryJson(geometry);
  if (format === "wkt") return geometryWkt(geometry);
  throw illegalArgument(`Unrecognized geometry format [${format}].`);
}

export function geometryJson(geometry: Geometry): JsonObject {
  const { type } = geometry;
  switch (type) {
    case "Point":
      return { type, coordinates: pair(geometry.x, geometry.y, geometry.z) };
    case "Circle":
      return {
        type,
        radius: `${javaDouble(geometry.radiusMeters)}m`,
        coordinates: pair(geometry.x, geometry.y, geometry.z),
      };
    case "Envelope":
      return { type, coordinates: [pair(geometry.minX, geometry.maxY), pair(geometry.maxX, geometry.minY)] };
    case "LineString":
      return { type, coordinates: pairs(geometry.path) };
    case "Polygon":
      return { type, coordinates: rings(geometry) };
    case "MultiPoint":
      return { type, coordinates: geometry.points.map(({ x, y, z }) => pair(x, y, z)) };
    case "MultiLineString":
      return { type, coordinates: geometry.lines.map(pairs) };
    case "MultiPolygon":
      return { type, coordinates: geometry.polygons.map(rings) };
    case "GeometryCollection":
      return { type, geometries: geometry.geometries.map(geometryJson) };
  }
}

function pair(x: number, y: number, z?: number): Json[] {
  return z === undefined ? [x, y] : [x, y, z];
}

function pairs({ xs, ys, zs }: Path): Json[] {
  return xs.map((x, index) => pair(x, ys[index]!, zs?.[index]));
}

function rings({ shell, holes }: Rings): Json[] {
  return [shell, ...holes].map(pairs);
}

const WKT_NAMES: Readonly<Partial<Record<Geometry["type"], string>>> = { Envelope: "BBOX" };

export function geometryWkt(geometry: Geometry): string {
  const name = WKT_NAMES[geometry.type] ?? geometry.type.toUpperCase();
  return `${name} ${isEmptyGeometry(geometry) ? "EMPTY" : wktBody(geometry)}`;
}

function wktBody(geometry: Geometry): string {
  switch (geometry.type) {
    case "Point":
      return `(${wktPair(geometry.x, geometry.y, geometry.z)})`;
    case "Circle":
      return `(${wktPair(geometry.x, geometry.y)} ${wktPair(geometry.radiusMeters, geometry.z)})`;
    case "Envelope":
      return `(${[geometry.minX, geometry.maxX, geometry.maxY, geometry.minY].map(javaDouble).join(", ")})`;
    case "LineString":
      return wktPath(geometry.path);
    case "Polygon":
      return wktRings(geometry);
    case "MultiPoint":
      return `(${geometry.points.map(({ x, y, z }) => wktPair(x, y, z)).join(", ")})`;
    case "MultiLineString":
      return `(${geometry.lines.map(wktPath).join(",")})`;
    case "MultiPolygon":
      return `(${geometry.polygons.map(wktRings).join(",")})`;
    case "GeometryCollection":
      return `(${geometry.geometries.map(geometryWkt).join(",")})`;
  }
}

function wktPair(...numbers: readonly (number | undefined)[]): string {
  return numbers
    .filter((number) => number !== undefined)
    .map(javaDouble)
    .join(" ");
}

function wktPath({ xs, ys, zs }: Path): string {
  return `(${xs.map((x, index) => wktPair(x, ys[index], zs?.[index])).join(", ")})`;
}

function wktRings({ shell, holes }: Rings): string {
  return `(${[shell, ...holes].map(wktPath).join(", ")})`;
}
