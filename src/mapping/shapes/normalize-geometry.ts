/** Normalizes geometries: all corners on the globe, split at the date line (Elasticsearch's `GeometryNormalizer`). */
import { isLatitude, isLongitude } from "./degrees.ts";
import { normalizePoint } from "../geo/geo-point-value.ts";
import { type Geometry, isEmptyGeometry, type Path, type PointGeometry, type Rings } from "./geometry.ts";
import { splitLine } from "./split-line.ts";
import { needsSplit, splitPolygon } from "./split-polygon.ts";

/** Returns the geometry itself if it is on the globe already. `right`: outer rings are counterclockwise. Throws 400. */
export function normalizeGeometry(geometry: Geometry, right: boolean): Geometry {
  return isOffGlobe(geometry) ? normalized(geometry, right) : geometry;
}

function isOffGlobe(geometry: Geometry): boolean {
  switch (geometry.type) {
    case "Point":
    case "Circle":
      return geometry.empty !== true && isPointOff(geometry);
    case "Envelope":
      return false;
    case "LineString":
      return isLineOff(geometry.path);
    case "Polygon":
      return needsSplit(geometry);
    case "MultiPoint":
      return geometry.points.some(isPointOff);
    case "MultiLineString":
      return geometry.lines.some(isLineOff);
    case "MultiPolygon":
      return geometry.polygons.some(needsSplit);
    case "GeometryCollection":
      return geometry.geometries.some(isOffGlobe);
  }
}

function isPointOff({ x, y }: { x: number; y: number }): boolean {
  return !isLongitude(x) || !isLatitude(y);
}

function isLineOff({ xs, ys }: Path): boolean {
  return !xs.every(isLongitude) || !ys.every(isLatitude);
}

function normalized(geometry: Geometry, right: boolean): Geometry {
  switch (geometry.type) {
    case "Point":
      return pointOnGlobe(geometry);
    case "Circle":
      return { ...pointOnGlobe(geometry), type: "Circle", radiusMeters: geometry.radiusMeters };
    case "Envelope":
      return geometry;
    case "LineString":
      return linesOf(splitLine(geometry.path));
    case "Polygon":
      return polygonsOf(splitPolygon(geometry, right));
    case "MultiPoint":
      return geometry.points.length === 1
        ? pointOnGlobe(geometry.points[0]!)
        : { type: "MultiPoint", points: geometry.points.map(pointOnGlobe) };
    case "MultiLineString":
      return linesOf(geometry.lines.flatMap(splitLine));
    case "MultiPolygon":
      return polygonsOf(geometry.polygons.flatMap((polygon) => splitPolygon(polygon, right)));
    case "GeometryCollection": {
      const geometries = geometry.geometries
        .map((part) => normalized(part, right))
        .filter((part) => !isEmptyGeometry(part));
      return geometries.length === 1 ? geometries[0]! : { type: "GeometryCollection", geometries };
    }
  }
}

function pointOnGlobe({ x, y }: { x: number; y: number }): PointGeometry {
  const { lon, lat } = normalizePoint({ lon: x, lat: y });
  return { type: "Point", x: lon, y: lat, z: undefined };
}

function linesOf(lines: readonly Path[]): Geometry {
  return lines.length === 1 ? { type: "LineString", path: lines[0]! } : { type: "MultiLineString", lines };
}

function polygonsOf(polygons: readonly Rings[]): Geometry {
  return polygons.length === 1 ? { type: "Polygon", ...polygons[0]! } : { type: "MultiPolygon", polygons };
}
