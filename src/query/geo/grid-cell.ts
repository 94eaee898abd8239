/** Cells of grids on the globe: geohashes, tiles of web maps, and the hexagons of H3. */
import { illegalArgument } from "../../compat/errors.ts";
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { geohashCell } from "../../mapping/geo/geohash.ts";
import { h3Name, readH3 } from "../../mapping/geo/h3-address.ts";
import { h3Cell } from "../../mapping/geo/h3-cell.ts";
import { type BoundingBox, boxArea } from "./bounding-box.ts";
import { GLOBE, type PointArea } from "./point-area.ts";

export interface GridCell {
  readonly grid: "geohash" | "geotile" | "geohex";
  readonly text: string;
  /** Undefined for a cell with other edges than those of a box. */
  readonly box: BoundingBox | undefined;
  /** The points of the cell: those on an edge that two cells share belong to one of them. */
  readonly area: PointArea;
}

const MOST_ZOOM = 29;
const EAST = 180;
const NORTH = 90;

/** Throws RequestError 400 for what is no cell. */
export function gridCell(grid: string, text: string): GridCell {
  if (grid === "geohash") return geohash(text);
  if (grid === "geotile") return tile(text);
  if (grid === "geohex") return hexagon(text);
  throw illegalArgument(`Invalid grid name [${grid}]`);
}

/** South and west edges belong to a cell, and those of the map. */
function geohash(text: string): GridCell {
  const { south, west, north, east } = geohashCell(text);
  const box = { top: north, left: west, bottom: south, right: east };
  return {
    grid: "geohash",
    text,
    box,
    area: boxArea({ ...box, top: north >= NORTH ? NORTH : latitudeBelow(north), right: longitudeBelow(east) }),
  };
}

/** North and west edges belong to a tile; the outermost tiles reach to the poles. */
function tile(text: string): GridCell {
  const parts = /^(\d{1,2})\/(\d+)\/(\d+)$/.exec(text);
  const [zoom = 0, x = 0, y = 0] = (parts?.slice(1) ?? []).map(Number);
  const tiles = 2 ** zoom;
  if (!parts || zoom > MOST_ZOOM || x >= tiles || y >= tiles)
    throw illegalArgument(`Invalid geotile_grid hash string of ${text}. Must be three integers in a form "zoom/x/y".`);
  const box = {
    top: y === 0 ? NORTH : latitudeOf(y / tiles),
    left: (x / tiles) * 360 - EAST,
    bottom: y === tiles - 1 ? -NORTH : latitudeOf((y + 1) / tiles),
    right: ((x + 1) / tiles) * 360 - EAST,
  };
  const bottom = y === tiles - 1 ? -NORTH : decodeLatitude(encodeLatitude(box.bottom) + 1);
  return { grid: "geotile", text, box, area: boxArea({ ...box, bottom, right: longitudeBelow(box.right) }) };
}

function hexagon(text: string): GridCell {
  const cell = readH3(text);
  if (!cell) throw illegalArgument(`Invalid h3 address [${text}]`);
  const name = h3Name(cell);
  const resolution = cell.digits.length - 1;
  const contains = (lat: number, lon: number): boolean => h3Cell(lat, lon, resolution) === name;
  return { grid: "geohex", text, box: undefined, area: { box: GLOBE, contains } };
}

/** The latitude of a place from 0 in the north to 1 in the south. */
function latitudeOf(place: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * place))) * 180) / Math.PI;
}

function latitudeBelow(latitude: number): number {
  return decodeLatitude(encodeLatitude(latitude) - 1);
}

function longitudeBelow(longitude: number): number {
  return longitude >= EAST ? EAST : decodeLongitude(encodeLongitude(longitude) - 1);
}
