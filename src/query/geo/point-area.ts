/** Areas on the globe, and whether points lie in them. */
import { encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";

/** Whether a point, in degrees, lies in an area. */
export type PointTest = (lat: number, lon: number) => boolean;

/** Edges on the grid of encoded points, which belong to the box; it crosses ±180 where its east edge is the lesser. */
export interface PointBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

export interface PointArea {
  /** Holds all points of the area. */
  readonly box: PointBox;
  /** Tells the points of the area from the others of the box; undefined: all are in it. */
  readonly contains: PointTest | undefined;
}

const LEAST = -(2 ** 31);
const MOST = 2 ** 31 - 1;

export const GLOBE: PointBox = { south: LEAST, north: MOST, west: LEAST, east: MOST };

/** The smallest box on the grid that holds all points between the edges, in degrees; longitudes may pass ±180. */
export function boxAround(edges: { south: number; north: number; west: number; east: number }): PointBox {
  const south = Math.max(LEAST, encodeLatitude(Math.max(-90, edges.south)));
  const north = encodeLatitude(Math.min(90, edges.north));
  if (!(edges.east - edges.west < 360)) return { ...GLOBE, south, north };
  const west = encodeLongitude(edges.west < -180 ? edges.west + 360 : edges.west);
  const east = encodeLongitude(edges.east > 180 ? edges.east - 360 : edges.east);
  const crosses = edges.west < -180 || edges.east > 180;
  return crosses && west <= east ? { ...GLOBE, south, north } : { south, north, west, east };
}

export function isInBox({ south, north, west, east }: PointBox, lat: number, lon: number): boolean {
  if (lat < south || lat > north) return false;
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}
