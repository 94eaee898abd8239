/**
 * Parses GeoJSON geometries, including Elasticsearch's `envelope`, `circle` and `orientation` (Elasticsearch's
 * `GeoJson`).
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseDistance } from "../../compat/distance-units.ts";
import { tokenNameOf } from "../value-error.ts";
import {
  checkedLine,
  checkedParts,
  checkedPolygon,
  checkedRing,
  circle,
  envelope,
  type Geometry,
  type Path,
  type PointGeometry,
  type Rings,
} from "./geometry.ts";
import { GeoJsonError, type Step } from "./geojson-error.ts";
import { closed } from "./wkt.ts";

/** How rings are parsed. */
export interface RingOptions {
  /** Whether open rings are closed. */
  readonly coerce: boolean;
  /** Whether outer rings are counterclockwise; otherwise corners are reversed. */
  readonly right: boolean;
}

/** A corner, or a list of nodes. */
type Node = PointGeometry | readonly Node[];

/** The parsed members of a GeoJSON object, before its type is considered. */
interface Members {
  type?: string;
  coordinates?: Node;
  geometries?: readonly Geometry[];
  orientation?: string;
  radiusMeters?: number;
}

const SHAPES: readonly string[] = [
  "POINT",
  "MULTIPOINT",
  "LINESTRING",
  "MULTILINESTRING",
  "POLYGON",
  "MULTIPOLYGON",
  "GEOMETRYCOLLECTION",
  "LINEARRING",
  "ENVELOPE",
  "CIRCLE",
];

/** Parses an object and ignores unknown members. Throws 400, with the location that Elasticsearch's parser reports. */
export function readGeoJson(body: JsonObject, options: RingOptions, path: readonly Step[] = []): Geometry {
  const members: Members = {};
  for (const [name, value] of Object.entries(body)) readMember(members, name, value, [...path, name], options);
  if (members.type === undefined) throw illegalArgument("Required [type]");
  try {
    return built(members.type, members, options);
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    throw new RequestError(
      400,
      "x_content_parse_exception",
      "Failed to build [geojson] after last required field arrived",
      { cause },
    );
  }
}

function readMember(into: Members, name: string, value: Json, path: readonly Step[], options: RingOptions): void {
  switch (name) {
    case "type":
    case "orientation":
      if (typeof value !== "string") throw wrongToken(name, value, path);
      into[name] = value;
      return;
    case "radius":
      if (typeof value !== "string") throw wrongToken(name, value, path);
      into.radiusMeters = inMember(name, path, false, () => parseDistance(value, 1));
      return;
    case "coordinates":
      into.coordinates = coordinatesOf(value, path);
      return;
    case "geometries":
      into.geometries = geometriesOf(value, path, options);
  }
}

function wrongToken(name: string, value: Json, path: readonly Step[]): GeoJsonError {
  return new GeoJsonError(`[geojson] ${name} doesn't support values of type: ${tokenName(value)}`, path, false);
}

/** Token names of the XContent parser, with one for all numbers and one for both booleans. */
function tokenName(value: Json): string {
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  return isNumber(value) ? "VALUE_NUMBER" : tokenNameOf(value);
}

/** Runs `work`; wraps its errors as errors of a member. */
function inMember<Result>(name: string, path: readonly Step[], atEnd: boolean, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const reason = `[geojson] failed to parse field [${name}]`;
    // Errors of inner objects have more precise locations.
    throw error instanceof GeoJsonError ? error.within(reason) : new GeoJsonError(reason, path, atEnd, error);
  }
}

function geometriesOf(value: Json, path: readonly Step[], options: RingOptions): readonly Geometry[] {
  if (isJsonObject(value)) return inMember("geometries", path, true, () => [readGeoJson(value, options, path)]);
  if (!Array.isArray(value)) throw wrongToken("geometries", value, path);
  const geometries: Geometry[] = [];
  for (let index = 0; index < value.length; index++) {
    // For an item that is not an object, Elasticsearch's parser moves to the next token.
    if (!isJsonObject(value[index])) index++;
    const item = value[index];
    const place = item === undefined ? path : [...path, index];
    geometries.push(
      inMember("geometries", place, true, () => {
        if (isJsonObject(item)) return readGeoJson(item, options, place);
        throw new GeoJsonError(
          `[geojson] Expected START_OBJECT but was: ${item === undefined ? "END_ARRAY" : tokenName(item)}`,
          place,
          item === undefined,
        );
      }),
    );
  }
  return geometries;
}

function coordinatesOf(value: Json, path: readonly Step[]): Node {
  if (Array.isArray(value)) return nodeOf(value, [...path]);
  if (isJsonObject(value)) throw wrongToken("coordinates", value, path);
  throw failedNode(notNumbers(), path.slice(0, -1), true);
}

function notNumbers(): RequestError {
  return parseException("geo coordinates must be numbers");
}

function parseException(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}

function exception(reason: string): RequestError {
  return new RequestError(400, "exception", reason);
}

function withoutDimensions(): RequestError {
  return exception("attempting to get number of dimensions on an empty coordinate node");
}

function failedNode(cause: RequestError, path: readonly Step[], atEnd: boolean): GeoJsonError {
  return new GeoJsonError("[geojson] failed to parse field [coordinates]", path, atEnd, cause);
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** `path` leads to the list; it grows on the way down. */
function nodeOf(value: readonly Json[], path: Step[]): Node {
  const [begin] = value;
  if (begin === null) throw failedNode(illegalArgument("coordinates cannot contain NULL values)"), [...path, 0], false);
  if (begin !== undefined && !Array.isArray(begin)) return cornerOf(value, path);
  const nodes: Node[] = [];
  for (let index = 0; index < value.length; index++) {
    const item = value[index]!;
    // Elasticsearch treats an item that is not a list as the beginning of one.
    if (!Array.isArray(item))
      throw failedNode(index === value.length - 1 ? withoutDimensions() : notNumbers(), path, true);
    path.push(index);
    const node = nodeOf(item, path);
    const first = nodes[0];
    if (first) {
      const own = dimensionsOf(first);
      const other = dimensionsOf(node);
      if (own === 0 || other === 0) throw failedNode(withoutDimensions(), path, true);
      if (own !== other)
        throw failedNode(
          parseException("Exception parsing coordinates: number of dimensions do not match"),
          path,
          true,
        );
    }
    path.pop();
    nodes.push(node);
  }
  return nodes;
}

function cornerOf(value: readonly Json[], path: readonly Step[]): PointGeometry {
  for (let index = 0; index < 2; index++) {
    if (isNumber(value[index])) continue;
    const missing = index >= value.length;
    throw failedNode(notNumbers(), missing ? path : [...path, index], missing);
  }
  if (isNumber(value[3]) && isNumber(value[2]))
    throw failedNode(
      parseException("geo coordinates greater than 3 dimensions are not supported"),
      [...path, 3],
      false,
    );
  const [x, y, z] = value;
  return { type: "Point", x: Number(x), y: Number(y), z: isNumber(z) ? Number(z) : undefined };
}

/** 2 or 3, from the first corner; 0 without corners. */
function dimensionsOf(node: Node): number {
  let at: Node | undefined = node;
  while (at && isList(at)) at = at[0];
  return at === undefined ? 0 : at.z === undefined ? 2 : 3;
}

function isList(node: Node): node is readonly Node[] {
  return Array.isArray(node);
}

function built(type: string, members: Members, options: RingOptions): Geometry {
  // The orientation is validated first, whatever the type.
  const right = members.orientation === undefined ? undefined : rightOf(members.orientation);
  const shape = type.toLowerCase() === "bbox" ? "ENVELOPE" : type.toUpperCase();
  if (!SHAPES.includes(shape)) throw illegalArgument(`No enum constant org.elasticsearch.geometry.ShapeType.${shape}`);
  if (shape === "GEOMETRYCOLLECTION") {
    if (!members.geometries) throw parseException("geometries not included");
    if (members.coordinates) throw parseException(`parameter coordinates is not supported for type ${type}`);
    refuse(type, { ...members, geometries: undefined });
    return { type: "GeometryCollection", geometries: checkedParts(members.geometries) };
  }
  const { coordinates } = members;
  if (!coordinates) throw parseException("coordinates not included");
  const isCircle = shape === "CIRCLE";
  if (isCircle && members.radiusMeters === undefined) throw parseException("radius is not specified");
  const takesOrientation = shape.endsWith("POLYGON");
  refuse(type, {
    ...members,
    orientation: takesOrientation ? undefined : members.orientation,
    radiusMeters: isCircle ? undefined : members.radiusMeters,
  });
  return ofCoordinates(shape, type, coordinates, {
    ...members,
    options: { coerce: options.coerce, right: right ?? options.right },
  });
}

/** Throws for members that the type does not support. */
function refuse(
  type: string,
  { geometries, orientation, radiusMeters }: { [Name in keyof Members]: Members[Name] | undefined },
): void {
  if (geometries) throw parseException(`parameter geometries is not supported for type ${type}`);
  if (orientation !== undefined) throw parseException(`parameter orientation is not supported for type ${type}`);
  if (radiusMeters !== undefined) throw parseException(`parameter radius is not supported for type ${type}`);
}

/** Whether the named orientation is counterclockwise. Throws 400. */
export function rightOf(name: string): boolean {
  const lower = name.toLowerCase();
  if (["right", "counterclockwise", "ccw"].includes(lower)) return true;
  if (["left", "clockwise", "cw"].includes(lower)) return false;
  throw illegalArgument(`Unknown orientation [${lower}]`);
}

function ofCoordinates(
  shape: string,
  type: string,
  node: Node,
  read: { options: RingOptions; radiusMeters?: number },
): Geometry {
  switch (shape) {
    case "POINT":
      return pointOf(node);
    case "CIRCLE": {
      const { x, y, z } = pointOf(node);
      return circle(x, y, z, read.radiusMeters ?? 0);
    }
    case "MULTIPOINT":
      return { type: "MultiPoint", points: checkedParts(listOf(node).map(pointOf)) };
    case "LINESTRING":
      return { type: "LineString", path: checkedLine(pathOf(node)) };
    case "MULTILINESTRING":
      return { type: "MultiLineString", lines: checkedParts(listOf(node).map((line) => checkedLine(pathOf(line)))) };
    case "POLYGON":
      return { type: "Polygon", ...ringsOf(node, read.options) };
    case "MULTIPOLYGON":
      return {
        type: "MultiPolygon",
        polygons: checkedParts(listOf(node).map((polygon) => ringsOf(polygon, read.options))),
      };
    case "ENVELOPE":
      return boxOf(node);
    default:
      throw parseException(`unsupported shape type ${type}`);
  }
}

function pointOf(node: Node): PointGeometry {
  if (isList(node)) throw exception("expected a single points but got a list");
  return node;
}

function listOf(node: Node): readonly Node[] {
  if (!isList(node)) throw exception("expected a list of points but got a point");
  return node;
}

function pathOf(node: Node): Path {
  const corners = listOf(node);
  if (corners.length < 2) throw exception("not enough points to build a line");
  const points = corners.map(pointOf);
  return {
    xs: points.map(({ x }) => x),
    ys: points.map(({ y }) => y),
    zs: points[0]?.z === undefined ? undefined : points.map(({ z }) => z ?? Number.NaN),
  };
}

function ringsOf(node: Node, options: RingOptions): Rings {
  const rings = listOf(node).map((ring) => ringOf(ring, options));
  const [shell, ...holes] = rings;
  if (!shell) throw new RequestError(400, "index_out_of_bounds_exception", "Index 0 out of bounds for length 0");
  return checkedPolygon(shell, holes);
}

function ringOf(node: Node, { coerce, right }: RingOptions): Path {
  const path = pathOf(node);
  const ring = coerce ? closed(path) : path;
  return checkedRing(right ? ring : { xs: ring.xs.toReversed(), ys: ring.ys.toReversed(), zs: ring.zs?.toReversed() });
}

function boxOf(node: Node): Geometry {
  if (!isList(node)) throw nullPointer('Cannot invoke "java.util.List.size()" because "this.children" is null');
  const [upperLeft, lowerRight] = node;
  if (node.length !== 2 || !upperLeft || !lowerRight) {
    throw parseException(
      `invalid number of points [${node.length}] provided for geo_shape [ENVELOPE] when expecting an array of 2 coordinates`,
    );
  }
  if (isList(upperLeft))
    throw nullPointer('Cannot invoke "org.elasticsearch.geometry.Point.getX()" because "uL" is null');
  if (isList(lowerRight))
    throw nullPointer('Cannot invoke "org.elasticsearch.geometry.Point.getX()" because "lR" is null');
  return envelope(upperLeft.x, lowerRight.x, upperLeft.y, lowerRight.y);
}

function nullPointer(reason: string): RequestError {
  return new RequestError(400, "null_pointer_exception", reason);
}
