/**
 * Parses well-known text (Elasticsearch's `WellKnownText`): `POINT (lon lat)`, `BBOX (left, right, top, bottom)` and so
 * on.
 */
import { illegalArgument } from "../../compat/errors.ts";
import { JavaException } from "../mapping-error.ts";
import {
  checkedLine,
  checkedPolygon,
  checkedRing,
  circle,
  envelope,
  type Geometry,
  NO_PATH,
  type Path,
  type PointGeometry,
  type Rings,
} from "./geometry.ts";
import { WktTokens } from "./wkt-tokens.ts";

/** Maximum nesting of collections. */
const MAX_DEPTH = 1000;

/** Parses the geometry at the start of a text and ignores the rest. `coerce` closes rings. Throws 400. */
export function readWkt(text: string, coerce: boolean): Geometry {
  return geometry(new WktTokens(text), coerce, 0);
}

function geometry(tokens: WktTokens, coerce: boolean, depth: number): Geometry {
  const type = tokens.word().toLowerCase();
  switch (type) {
    case "point":
      return point(tokens);
    case "multipoint":
      return { type: "MultiPoint", points: points(cornersOrNone(tokens)) };
    case "linestring":
      return { type: "LineString", path: line(tokens) };
    case "multilinestring":
      return { type: "MultiLineString", lines: list(tokens, line) };
    case "polygon":
      return { type: "Polygon", ...polygon(tokens, coerce) };
    case "multipolygon":
      return { type: "MultiPolygon", polygons: list(tokens, () => polygon(tokens, coerce)) };
    case "bbox":
      return box(tokens);
    case "geometrycollection":
      return collection(tokens, coerce, depth + 1);
    case "circle":
      return circleOf(tokens);
    default:
      throw illegalArgument(`Unknown geometry type: ${type}`);
  }
}

function collection(tokens: WktTokens, coerce: boolean, depth: number): Geometry {
  if (tokens.isEmpty()) return { type: "GeometryCollection", geometries: [] };
  if (depth > MAX_DEPTH)
    throw new JavaException(400, "parse_exception", `maximum nested depth of ${MAX_DEPTH} exceeded`);
  const geometries: Geometry[] = [];
  do geometries.push(geometry(tokens, coerce, depth));
  while (tokens.hasMore());
  return { type: "GeometryCollection", geometries };
}

/** A list in brackets; empty for `EMPTY`. */
function list<Part>(tokens: WktTokens, part: (tokens: WktTokens) => Part): Part[] {
  if (tokens.isEmpty()) return [];
  const parts: Part[] = [];
  do parts.push(part(tokens));
  while (tokens.hasMore());
  return parts;
}

function point(tokens: WktTokens): PointGeometry {
  if (tokens.isEmpty()) return { type: "Point", x: Number.NaN, y: Number.NaN, z: undefined, empty: true };
  const x = tokens.number();
  const y = tokens.number();
  const z = tokens.isNumberNext() ? tokens.number() : undefined;
  tokens.closer();
  return { type: "Point", x, y, z };
}

function points({ xs, ys, zs }: Path): PointGeometry[] {
  return xs.map((x, index) => ({ type: "Point", x, y: ys[index]!, z: zs?.[index] }));
}

function cornersOrNone(tokens: WktTokens): Path {
  return tokens.isEmpty() ? NO_PATH : corners(tokens);
}

/** Corners up to the closing bracket. */
function corners(tokens: WktTokens): Path {
  const xs: number[] = [];
  const ys: number[] = [];
  const zs: number[] = [];
  do {
    xs.push(tokens.number());
    ys.push(tokens.number());
    if (tokens.isNumberNext()) zs.push(tokens.number());
    if (zs.length > 0 && zs.length !== xs.length) {
      throw new JavaException(400, "parse_exception", `coordinate dimensions do not match: ${tokens.shown()}`);
    }
  } while (tokens.hasMore());
  return { xs, ys, zs: zs.length > 0 ? zs : undefined };
}

function line(tokens: WktTokens): Path {
  const read = cornersOrNone(tokens);
  return read === NO_PATH ? read : checkedLine(read);
}

function polygon(tokens: WktTokens, coerce: boolean): Rings {
  if (tokens.isEmpty()) return { shell: NO_PATH, holes: [] };
  const rings: Path[] = [];
  do {
    tokens.opener();
    const read = corners(tokens);
    rings.push(coerce ? closed(read) : read);
  } while (tokens.hasMore());
  // Holes are validated first, as in Elasticsearch.
  const [shell = NO_PATH, ...holes] = rings;
  holes.forEach(checkedRing);
  return checkedPolygon(checkedRing(shell), holes);
}

/** Closes a ring: repeats the first corner at the end if necessary. */
export function closed(path: Path): Path {
  const { xs, ys, zs } = path;
  const last = xs.length - 1;
  if (last < 0 || (xs[0] === xs[last] && ys[0] === ys[last] && zs?.[0] === zs?.[last])) return path;
  return { xs: [...xs, xs[0]!], ys: [...ys, ys[0]!], zs: zs && [...zs, zs[0]!] };
}

function box(tokens: WktTokens): Geometry {
  if (tokens.isEmpty()) return { type: "Envelope", minX: 0, maxX: 0, minY: 0, maxY: 0, empty: true };
  const minX = tokens.number();
  tokens.comma();
  const maxX = tokens.number();
  tokens.comma();
  const maxY = tokens.number();
  tokens.comma();
  const minY = tokens.number();
  tokens.closer();
  return envelope(minX, maxX, maxY, minY);
}

function circleOf(tokens: WktTokens): Geometry {
  if (tokens.isEmpty()) return { type: "Circle", x: 0, y: 0, z: undefined, radiusMeters: 0, empty: true };
  const x = tokens.number();
  const y = tokens.number();
  const radius = tokens.number();
  const z = tokens.isNumberNext() ? tokens.number() : undefined;
  tokens.closer();
  return circle(x, y, z, radius);
}
