/** Circles as regular polygons, in the numbers of Elasticsearch's `CircleUtils`. */
import { illegalArgument } from "../../compat/errors.ts";
import { arcMeters } from "../../query/geo/haversine.ts";

export interface Circle {
  readonly x: number;
  readonly y: number;
  /** Metres on the globe; the unit of the coordinates in a plane. */
  readonly radius: number;
}

/** Longitude and latitude, or x and y. */
export type Point = readonly [number, number];

const LEAST_SIDES = 4;
const MOST_SIDES = 1000;
/** A corner is this close to the circle, in metres. */
const CLOSE_METERS = 0.1;

/** The number of sides that keeps the polygon within a distance of the circle. */
export function sidesOf(radius: number, errorDistance: number): number {
  const sides = Math.ceil((2 * Math.PI) / Math.acos(1 - errorDistance / radius));
  return Math.min(MOST_SIDES, Math.max(LEAST_SIDES, Number.isNaN(sides) ? 0 : sides));
}

/** The corners on the globe, the first once more at the end. Throws 400 for a circle around a pole. */
export function polygonOnGlobe(circle: Circle, sides: number): Point[] {
  const { x, y, radius } = circle;
  for (const [pole, name] of [
    [90, "north"],
    [-90, "south"],
  ] as const)
    if (arcMeters(y, x, pole, 0) < radius)
      throw illegalArgument(
        `circle [CIRCLE (${x} ${y} ${radius})] contains the ${name} pole. It cannot be translated to a polygon`,
      );
  const corners = angles(sides).map((angle): Point => cornerAt(circle, Math.cos(angle), Math.sin(angle)));
  return [...corners, corners[0] ?? [x, y]];
}

export function polygonInPlane({ x, y, radius }: Circle, sides: number): Point[] {
  const corners = angles(sides).map((angle): Point => [radius * Math.cos(angle) + x, radius * Math.sin(angle) + y]);
  return [...corners, corners[0] ?? [x, y]];
}

function angles(sides: number): number[] {
  return Array.from({ length: sides }, (_, at) => (at * (360 / sides) * Math.PI) / 180);
}

/** Goes out along a spoke in steps that become smaller, until it is as far from the centre as the radius. */
function cornerAt({ x, y, radius }: Circle, alongX: number, alongY: number): Point {
  let factor = 2;
  let step = 1;
  let last = 0;
  for (;;) {
    const lat = y + alongY * factor;
    const lon = x + alongX * factor;
    const meters = arcMeters(y, x, lat, lon);
    // A step that is too small to change anything ends it too.
    if (Math.abs(meters - radius) < CLOSE_METERS || step < Number.EPSILON) return [lon, lat];
    const direction = meters > radius ? -1 : 1;
    factor += direction * step;
    if (last === -direction) step /= 2;
    last = direction;
  }
}
