/** Geometries as users write them, in degrees (x is the longitude) or in units of a plane. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";

/** Corners in order; `zs` if they have heights. */
export interface Path {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly zs: readonly number[] | undefined;
}

export interface PointGeometry {
  readonly type: "Point";
  /** NaN for an empty point. */
  readonly x: number;
  readonly y: number;
  readonly z: number | undefined;
  readonly empty?: true;
}

/** Rings are closed: the last corner is the first. Without corners: an empty polygon. */
export interface Rings {
  readonly shell: Path;
  readonly holes: readonly Path[];
}

/** A box; on the globe its left side may be east of the right one. */
export interface Envelope {
  readonly type: "Envelope";
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly empty?: true;
}

export interface CircleGeometry {
  readonly type: "Circle";
  readonly x: number;
  readonly y: number;
  readonly z: number | undefined;
  readonly radiusMeters: number;
  readonly empty?: true;
}

export type Geometry =
  | PointGeometry
  | Envelope
  | CircleGeometry
  | { readonly type: "LineString"; readonly path: Path }
  | ({ readonly type: "Polygon" } & Rings)
  | { readonly type: "MultiPoint"; readonly points: readonly PointGeometry[] }
  | { readonly type: "MultiLineString"; readonly lines: readonly Path[] }
  | { readonly type: "MultiPolygon"; readonly polygons: readonly Rings[] }
  | { readonly type: "GeometryCollection"; readonly geometries: readonly Geometry[] };

export const NO_PATH: Path = { xs: [], ys: [], zs: undefined };

/** Whether a geometry is empty. */
export function isEmptyGeometry(geometry: Geometry): boolean {
  switch (geometry.type) {
    case "Point":
    case "Envelope":
    case "Circle":
      return geometry.empty === true;
    case "LineString":
      return geometry.path.xs.length === 0;
    case "Polygon":
      return geometry.shell.xs.length === 0;
    case "MultiPoint":
      return geometry.points.length === 0;
    case "MultiLineString":
      return geometry.lines.every((line) => line.xs.length === 0);
    case "MultiPolygon":
      return geometry.polygons.every((polygon) => polygon.shell.xs.length === 0);
    case "GeometryCollection":
      return geometry.geometries.every(isEmptyGeometry);
  }
}

/** The corners of a line; throws 400 for a single one. */
export function checkedLine(path: Path): Path {
  if (path.xs.length < 2) throw illegalArgument("at least two points in the line is required");
  return path;
}

/** The corners of a ring; throws 400 where it is open or too short. */
export function checkedRing(path: Path): Path {
  const { xs, ys, zs } = path;
  const last = xs.length - 1;
  if (last < 1) throw illegalArgument("at least two points in the line is required");
  if (xs[0] !== xs[last] || ys[0] !== ys[last] || zs?.[0] !== zs?.[last]) {
    const corner = (name: string, values: readonly number[]): string =>
      `${name}[0]=${javaDouble(values[0] ?? Number.NaN)} ${name}[${last}]=${javaDouble(values[last] ?? Number.NaN)}`;
    const parts = [corner("x", xs), corner("y", ys), ...(zs ? [corner("z", zs)] : [])];
    throw illegalArgument(
      `first and last points of the linear ring must be the same (it must close itself): ${parts.join(" ")}`,
    );
  }
  return path;
}

/** The rings of a polygon; throws 400 where one is too short or not all are of the same dimension. */
export function checkedPolygon(shell: Path, holes: readonly Path[]): Rings {
  for (const ring of [shell, ...holes])
    if (ring.xs.length < 4) throw illegalArgument("at least 4 polygon points required");
  if (holes.some((hole) => (hole.zs === undefined) !== (shell.zs === undefined)))
    throw illegalArgument("holes must have the same number of dimensions as the polygon");
  return { shell, holes };
}

/** The parts of a list; throws 400 when there are none. */
export function checkedParts<Part>(parts: readonly Part[]): readonly Part[] {
  if (parts.length === 0) throw illegalArgument("the list of shapes cannot be null or empty");
  return parts;
}

/** A box; throws 400 where its upper side is below the lower one. */
export function envelope(minX: number, maxX: number, maxY: number, minY: number): Envelope {
  if (maxY < minY) throw illegalArgument("max y cannot be less than min y");
  return { type: "Envelope", minX, maxX, minY, maxY };
}

export function circle(x: number, y: number, z: number | undefined, radiusMeters: number): CircleGeometry {
  if (radiusMeters < 0) throw illegalArgument(`Circle radius [${javaDouble(radiusMeters)}] cannot be negative`);
  return { type: "Circle", x, y, z, radiusMeters };
}

/** The first height in a geometry; undefined when it has none. */
export function heightOf(geometry: Geometry): number | undefined {
  const ofPath = (path: Path): number | undefined => path.zs?.[0];
  switch (geometry.type) {
    case "Point":
    case "Circle":
      return geometry.z;
    case "Envelope":
      return undefined;
    case "LineString":
      return ofPath(geometry.path);
    case "Polygon":
      return ofPath(geometry.shell);
    case "MultiPoint":
      return geometry.points.find(({ z }) => z !== undefined)?.z;
    case "MultiLineString":
      return geometry.lines.map(ofPath).find((z) => z !== undefined);
    case "MultiPolygon":
      return geometry.polygons.map(({ shell }) => ofPath(shell)).find((z) => z !== undefined);
    case "GeometryCollection":
      return geometry.geometries.map(heightOf).find((z) => z !== undefined);
  }
}

/** Number of corners of a geometry, for limits. */
export function cornerCount(geometry: Geometry): number {
  const ofRings = ({ shell, holes }: Rings): number =>
    holes.reduce((count, hole) => count + hole.xs.length, shell.xs.length);
  switch (geometry.type) {
    case "Point":
    case "Circle":
      return 1;
    case "Envelope":
      return 4;
    case "LineString":
      return geometry.path.xs.length;
    case "Polygon":
      return ofRings(geometry);
    case "MultiPoint":
      return geometry.points.length;
    case "MultiLineString":
      return geometry.lines.reduce((count, line) => count + line.xs.length, 0);
    case "MultiPolygon":
      return geometry.polygons.reduce((count, polygon) => count + ofRings(polygon), 0);
    case "GeometryCollection":
      return geometry.geometries.reduce((count, part) => count + cornerCount(part), 0);
  }
}
