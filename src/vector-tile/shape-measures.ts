/** How large shapes are on a map, and where their labels stand. */
import { isJsonObject, type Json } from "../core/json.ts";
import { kindOf, type Position } from "./geojson.ts";
import type { MapTile } from "./map-tile.ts";

/** The square of the diagonal of the box around shapes, in pixels of the tile; 0 for a point. */
export function shapeDiagonal(shapes: readonly Json[], tile: MapTile): number {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [lon, lat] of shapes.flatMap(positionsOf)) {
    const [x, y] = [tile.across(lon), tile.down(lat)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return right < left ? 0 : (right - left) ** 2 + (bottom - top) ** 2;
}

/**
 * Where the label of shapes stands: in the middle of their points if that is on them, else at the point of them that is
 * nearest to it; undefined: there are none.
 */
export function labelPosition(shapes: readonly Json[]): Position | undefined {
  const rings = shapes.flatMap(outerRings);
  const positions = shapes.flatMap(positionsOf);
  if (positions.length === 0) return undefined;
  const middle = centroid(rings) ?? mean(positions);
  if (rings.some((ring) => isInside(middle, ring))) return middle;
  const far = ([lon, lat]: Position): number => (lon - middle[0]) ** 2 + (lat - middle[1]) ** 2;
  return positions.reduce((best, one) => (far(one) < far(best) ? one : best));
}

/** All corners of a shape. */
function positionsOf(shape: Json): Position[] {
  if (!isJsonObject(shape)) return [];
  const { coordinates, geometries } = shape;
  if (Array.isArray(geometries)) return geometries.flatMap(positionsOf);
  return cornersOf(coordinates ?? null);
}

function cornersOf(value: Json): Position[] {
  if (!Array.isArray(value)) return [];
  const [lon, lat] = value;
  if (typeof lon === "number" && typeof lat === "number") return [[lon, lat]];
  return value.flatMap(cornersOf);
}

/** The outer rings of polygons. */
function outerRings(shape: Json): Position[][] {
  if (!isJsonObject(shape)) return [];
  const { coordinates, geometries } = shape;
  if (Array.isArray(geometries)) return geometries.flatMap(outerRings);
  const kind = kindOf(shape);
  if (kind === "polygon" && Array.isArray(coordinates)) return coordinates.slice(0, 1).map(cornersOf);
  if (kind === "multipolygon" && Array.isArray(coordinates))
    return coordinates.flatMap((polygon) => (Array.isArray(polygon) ? polygon.slice(0, 1).map(cornersOf) : []));
  return [];
}

function mean(positions: readonly Position[]): Position {
  const [lon, lat] = positions.reduce(([x, y], [ownX, ownY]) => [x + ownX, y + ownY] as const, [0, 0] as const);
  return [lon / positions.length, lat / positions.length];
}

/** Of the surface within rings; undefined: there is none. */
function centroid(rings: readonly (readonly Position[])[]): Position | undefined {
  let [area, lon, lat] = [0, 0, 0];
  for (const ring of rings) {
    let [own, x, y] = [0, 0, 0];
    for (let at = 0; at + 1 < ring.length; at++) {
      const [from, to] = [ring[at]!, ring[at + 1]!];
      const cross = from[0] * to[1] - to[0] * from[1];
      own += cross;
      x += (from[0] + to[0]) * cross;
      y += (from[1] + to[1]) * cross;
    }
    const sign = Math.sign(own);
    [area, lon, lat] = [area + own * sign, lon + x * sign, lat + y * sign];
  }
  return area === 0 ? undefined : [lon / (3 * area), lat / (3 * area)];
}

function isInside([lon, lat]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let at = 0; at + 1 < ring.length; at++) {
    const [[fromLon, fromLat], [toLon, toLat]] = [ring[at]!, ring[at + 1]!];
    if (fromLat > lat === toLat > lat) continue;
    if (lon < fromLon + ((toLon - fromLon) * (lat - fromLat)) / (toLat - fromLat)) inside = !inside;
  }
  return inside;
}
