/**
 * Centroids of geometries (Elasticsearch's `CentroidCalculator`): of areas if there are any, else of lines, else of
 * points.
 */
import type { Geometry, Path, Rings } from "./geometry.ts";

/** Centroid of the parts of the highest dimension. */
export interface Centroid {
  readonly dimension: 0 | 1 | 2;
  readonly x: number;
  readonly y: number;
  /** Number of points, length of lines, or area: the weight when centroids are combined. */
  readonly weight: number;
}

/** Weighted sums for each dimension. */
class Sums {
  readonly x = [0, 0, 0];
  readonly y = [0, 0, 0];
  readonly weight = [0, 0, 0];
  readonly used = [false, false, false];

  add(dimension: number, x: number, y: number, weight: number): void {
    this.x[dimension]! += x * weight;
    this.y[dimension]! += y * weight;
    this.weight[dimension]! += weight;
    this.used[dimension] = true;
  }
}

/** The centroid of geometries; undefined when they are empty. Longitudes are not normalized. */
export function centroidOf(geometries: readonly Geometry[]): Centroid | undefined {
  const sums = new Sums();
  for (const geometry of geometries) addGeometry(sums, geometry);
  for (const dimension of [2, 1, 0] as const) {
    if (!sums.used[dimension]) continue;
    const weight = sums.weight[dimension]!;
    return { dimension, x: sums.x[dimension]! / weight, y: sums.y[dimension]! / weight, weight };
  }
  return undefined;
}

function addGeometry(sums: Sums, geometry: Geometry): void {
  switch (geometry.type) {
    case "Point":
      if (!geometry.empty) sums.add(0, geometry.x, geometry.y, 1);
      return;
    case "Circle":
      return;
    case "MultiPoint":
      for (const { x, y } of geometry.points) sums.add(0, x, y, 1);
      return;
    case "LineString":
      addLine(sums, geometry.path);
      return;
    case "MultiLineString":
      for (const line of geometry.lines) addLine(sums, line);
      return;
    case "Polygon":
      addPolygon(sums, geometry);
      return;
    case "MultiPolygon":
      for (const polygon of geometry.polygons) addPolygon(sums, polygon);
      return;
    case "Envelope":
      addEnvelope(sums, geometry);
      return;
    case "GeometryCollection":
      for (const part of geometry.geometries) addGeometry(sums, part);
  }
}

/** A line without length counts as a point. */
function addLine(sums: Sums, { xs, ys }: Path): void {
  let length = 0;
  for (let at = 1; at < xs.length; at++) {
    const segment = Math.hypot(xs[at]! - xs[at - 1]!, ys[at]! - ys[at - 1]!);
    length += segment;
    if (segment > 0) sums.add(1, (xs[at]! + xs[at - 1]!) / 2, (ys[at]! + ys[at - 1]!) / 2, segment);
  }
  if (length === 0 && xs.length > 0) sums.add(0, xs[0]!, ys[0]!, 1);
}

/** A polygon without area counts as its outline. */
function addPolygon(sums: Sums, { shell, holes }: Rings): void {
  if (shell.xs.length === 0) return;
  const [x = 0, y = 0] = [shell.xs[0], shell.ys[0]];
  let [area, momentX, momentY] = momentsOf(shell, x, y);
  for (const hole of holes) {
    const [holeArea, holeX, holeY] = momentsOf(hole, x, y);
    area -= holeArea;
    momentX -= holeX;
    momentY -= holeY;
  }
  if (area > 0) sums.add(2, x + momentX / area, y + momentY / area, area);
  else addLine(sums, shell);
}

/** Area of a ring in either direction, and its moments about a point. */
function momentsOf(
  { xs, ys }: Path,
  originX: number,
  originY: number,
): [area: number, momentX: number, momentY: number] {
  let [area, momentX, momentY] = [0, 0, 0];
  for (let at = 1; at < xs.length; at++) {
    const [ax, ay, bx, by] = [xs[at - 1]! - originX, ys[at - 1]! - originY, xs[at]! - originX, ys[at]! - originY];
    const part = (ax * by - bx * ay) / 2;
    area += part;
    momentX += (part * (ax + bx)) / 3;
    momentY += (part * (ay + by)) / 3;
  }
  return area < 0 ? [-area, -momentX, -momentY] : [area, momentX, momentY];
}

/** On the globe a box whose left side is east of the right one crosses the date line. */
function addEnvelope(
  sums: Sums,
  { minX, maxX, minY, maxY, empty }: { minX: number; maxX: number; minY: number; maxY: number; empty?: true },
): void {
  if (empty) return;
  const right = maxX < minX ? maxX + 360 : maxX;
  const corners = { xs: [minX, right, right, minX, minX], ys: [minY, minY, maxY, maxY, minY], zs: undefined };
  addPolygon(sums, { shell: corners, holes: [] });
}
