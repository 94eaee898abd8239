/**
 * Cells of H3 (https://h3geo.org): the globe as an icosahedron, each of whose faces has a hexagonal grid, seven times
 * finer with each resolution. A cell is the base cell it is in and a digit for each resolution.
 */
import { assert } from "../../core/assert.ts";
import { h3Name, leadingDigit, MISSING_DIGIT } from "./h3-address.ts";
import { BASE_CELLS, CLOCKWISE_FACES, FACES, PENTAGONS } from "./h3-tables.ts";

const SQRT7 = Math.sqrt(7);
const SIN60 = Math.sqrt(3) / 2;
/** Between the axes of grids of even and of odd resolutions. */
const TURN = Math.asin(Math.sqrt(3 / 28));
/** Length of a unit of the coarsest grid, in the plane of a face. */
const UNIT = 0.381_966_011_250_105;
const RADIANS = Math.PI / 180;

const cos = FACES.map(({ lat }) => Math.cos(lat));
const sin = FACES.map(({ lat }) => Math.sin(lat));

/** A place in the plane of a face, in units of a grid. */
interface FacePlace {
  readonly face: number;
  readonly x: number;
  readonly y: number;
}

/** Coordinates of a hexagon along three axes; the least of them is 0. */
type Hexagon = readonly [number, number, number];

/** The name of the cell of a point, as H3 writes it. */
export function h3Cell(lat: number, lon: number, resolution: number): string {
  const { face, x, y } = placeOf(lat * RADIANS, lon * RADIANS, resolution);
  const digits = new Uint8Array(resolution + 1);
  let hexagon = hexagonAt(x, y);
  for (let at = resolution; at > 0; at--) {
    const parent = at % 2 === 1 ? parentOf(hexagon) : turnedParentOf(hexagon);
    const [i, j, k] = at % 2 === 1 ? centreOf(parent) : turnedCentreOf(parent);
    const [di, dj, dk] = normal(hexagon[0] - i, hexagon[1] - j, hexagon[2] - k);
    digits[at] = di * 4 + dj * 2 + dk;
    hexagon = parent;
  }
  const [i, j, k] = hexagon;
  const base = BASE_CELLS[face]?.[i * 9 + j * 3 + k] ?? -1;
  assert(base >= 0, "a point is in no base cell of its face");
  const cell = Math.floor(base / 6);
  const turns = base % 6;
  if (PENTAGONS.has(cell)) turnPentagon(digits, turns, CLOCKWISE_FACES[cell]?.includes(face) ?? false);
  else for (let turn = 0; turn < turns; turn++) rotate(digits, COUNTERCLOCKWISE);
  return h3Name({ base: cell, digits });
}

/** The corners of the cell of a point as latitudes and longitudes, on the plane of its face. */
export function h3Corners(
  lat: number,
  lon: number,
  resolution: number,
): { readonly lat: number; readonly lon: number }[] {
  const { face, x, y } = placeOf(lat * RADIANS, lon * RADIANS, resolution);
  const [i, j, k] = hexagonAt(x, y);
  const centre = { x: i - k - (j - k) / 2, y: (j - k) * SIN60 };
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = ((2 * corner + 1) * Math.PI) / 6;
    const reach = 1 / Math.sqrt(3);
    return pointAt({ face, x: centre.x + reach * Math.cos(angle), y: centre.y + reach * Math.sin(angle) }, resolution);
  });
}

function placeOf(lat: number, lon: number, resolution: number): FacePlace {
  const [sinLat, cosLat] = [Math.sin(lat), Math.cos(lat)];
  let face = 0;
  let nearest = -2;
  for (let at = 0; at < FACES.length; at++) {
    const closeness = sinLat * sin[at]! + cosLat * cos[at]! * Math.cos(lon - FACES[at]!.lon);
    if (closeness > nearest) [face, nearest] = [at, closeness];
  }
  const centre = FACES[face]!;
  const away = lon - centre.lon;
  const east = cosLat * Math.sin(away);
  const north = cos[face]! * sinLat - sin[face]! * cosLat * Math.cos(away);
  const distance = Math.hypot(east, north) / nearest / UNIT;
  if (distance < 1e-16) return { face, x: 0, y: 0 };
  const angle = centre.axis - Math.atan2(east, north) - (resolution % 2 === 1 ? TURN : 0);
  const length = distance * SQRT7 ** resolution;
  return { face, x: length * Math.cos(angle), y: length * Math.sin(angle) };
}

/** The point at a place in the plane of a face, in units of the coarsest grid. */
export function h3Point(face: number, x: number, y: number): { lat: number; lon: number } {
  return pointAt({ face, x, y }, 0);
}

/** The inverse of `placeOf`. */
function pointAt({ face, x, y }: FacePlace, resolution: number): { lat: number; lon: number } {
  const centre = FACES[face]!;
  const distance = Math.atan((Math.hypot(x, y) * UNIT) / SQRT7 ** resolution);
  const azimuth = centre.axis - Math.atan2(y, x) - (resolution % 2 === 1 ? TURN : 0);
  const lat = Math.asin(sin[face]! * Math.cos(distance) + cos[face]! * Math.sin(distance) * Math.cos(azimuth));
  const east = Math.sin(azimuth) * Math.sin(distance) * cos[face]!;
  const lon = centre.lon + Math.atan2(east, Math.cos(distance) - sin[face]! * Math.sin(lat));
  const degrees = lon / RADIANS;
  return { lat: lat / RADIANS, lon: degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees };
}

/** The hexagon that a place is in: the nearest centre, by rounding along two axes. */
function hexagonAt(x: number, y: number): Hexagon {
  const across = y / SIN60;
  const along = x + across / 2;
  return nearestHexagon(along, across);
}

/** `i` and `j` are coordinates along axes 120 degrees apart; the third is opposite to both. */
function nearestHexagon(i: number, j: number): Hexagon {
  let best: Hexagon = [0, 0, 0];
  let least = Infinity;
  for (const a of [Math.floor(i), Math.floor(i) + 1]) {
    for (const b of [Math.floor(j), Math.floor(j) + 1]) {
      const [dx, dy] = [i - a - (j - b) / 2, (j - b) * SIN60];
      const distance = dx * dx + dy * dy;
      if (distance < least) [best, least] = [normal(a, b, 0), distance];
    }
  }
  return best;
}

function normal(i: number, j: number, k: number): Hexagon {
  const least = Math.min(i, j, k);
  return [i - least, j - least, k - least];
}

function parentOf([i, j, k]: Hexagon): Hexagon {
  const [a, b] = [i - k, j - k];
  return normal(Math.round((3 * a - b) / 7), Math.round((a + 2 * b) / 7), 0);
}

function turnedParentOf([i, j, k]: Hexagon): Hexagon {
  const [a, b] = [i - k, j - k];
  return normal(Math.round((2 * a + b) / 7), Math.round((3 * b - a) / 7), 0);
}

/** The child at the centre, in the finer grid. */
function centreOf([i, j, k]: Hexagon): Hexagon {
  return normal(3 * i + j, 3 * j + k, i + 3 * k);
}

function turnedCentreOf([i, j, k]: Hexagon): Hexagon {
  return normal(3 * i + k, i + 3 * j, j + 3 * k);
}

/** What becomes of a digit, a direction, when the axes are turned by 60 degrees. */
const COUNTERCLOCKWISE = [0, 5, 3, 1, 6, 4, 2];
const CLOCKWISE = [0, 3, 6, 2, 5, 1, 4];

function rotate(digits: Uint8Array, turn: readonly number[]): void {
  for (let at = 1; at < digits.length; at++) digits[at] = turn[digits[at]!]!;
}

function turnPentagon(digits: Uint8Array, turns: number, clockwise: boolean): void {
  if (leadingDigit(digits) === MISSING_DIGIT) rotate(digits, clockwise ? CLOCKWISE : COUNTERCLOCKWISE);
  for (let turn = 0; turn < turns; turn++) {
    rotate(digits, COUNTERCLOCKWISE);
    if (leadingDigit(digits) === MISSING_DIGIT) rotate(digits, COUNTERCLOCKWISE);
  }
}
