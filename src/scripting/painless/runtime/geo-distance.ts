/** Distances between points, as Elasticsearch's GeoUtils measures them. */
import type { ScriptPoint } from "../../script-document.ts";

/** Mean radius of the earth in meters. */
const RADIUS_METERS = 6_371_008.7714;
const RADIANS = Math.PI / 180;

export function arcMeters(one: ScriptPoint, other: ScriptPoint): number {
  const lat = Math.sin(((other.lat - one.lat) * RADIANS) / 2);
  const lon = Math.sin(((other.lon - one.lon) * RADIANS) / 2);
  const part = lat * lat + Math.cos(one.lat * RADIANS) * Math.cos(other.lat * RADIANS) * lon * lon;
  return 2 * RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(part)));
}

export function planeMeters(one: ScriptPoint, other: ScriptPoint): number {
  const x = (other.lon - one.lon) * RADIANS * Math.cos(((one.lat + other.lat) / 2) * RADIANS);
  const y = (other.lat - one.lat) * RADIANS;
  return Math.sqrt(x * x + y * y) * RADIUS_METERS;
}
