/** Tiles of web maps: `zoom/x/y`. */
import type { BoundingBox } from "../../query/geo/bounding-box.ts";
import { type GridCells, namedCells } from "./grid-cells.ts";
import { rowsOfSlots, slotOf } from "./tile-rows.ts";

/** Latitudes beyond these are not on any tile. */
const GREATEST_LATITUDE = 85.0511287798066;

export function tileX(lon: number, zoom: number): number {
  return columnOf(lon, 2 ** zoom);
}

/** The column of so many `tiles`. */
function columnOf(lon: number, tiles: number): number {
  return Math.max(0, Math.min(tiles - 1, Math.floor(((lon + 180) / 360) * tiles)));
}

/** From 0 in the north to 1 in the south. */
function placeOfLatitude(lat: number): number {
  const sine = Math.sin((Math.max(-GREATEST_LATITUDE, Math.min(GREATEST_LATITUDE, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function tileY(lat: number, zoom: number): number {
  return rowOf(lat, 2 ** zoom);
}

function rowOf(lat: number, tiles: number): number {
  return Math.max(0, Math.min(tiles - 1, Math.floor(placeOfLatitude(lat) * tiles)));
}

/** The tile of a point. */
export function tileOf(lat: number, lon: number, zoom: number): string {
  return `${zoom}/${tileX(lon, zoom)}/${tileY(lat, zoom)}`;
}

/** Both numbers of a tile fit one double up to this zoom. */
const GREATEST_NUMBERED_ZOOM = 26;

/** The tiles of a zoom. */
export function tileCells(zoom: number): GridCells {
  if (zoom > GREATEST_NUMBERED_ZOOM) return namedCells((lat, lon) => tileOf(lat, lon, zoom), compareTiles);
  const tiles = 2 ** zoom;
  const rows = rowsOfSlots(zoom, (lat) => rowOf(lat, tiles));
  return {
    number(lat, lon) {
      const row = rows ? rows[slotOf(lat)]! : -1;
      return columnOf(lon, tiles) * tiles + (row >= 0 ? row : rowOf(lat, tiles));
    },
    name: (number) => `${zoom}/${Math.floor(number / tiles)}/${number % tiles}`,
    compare: (left, right) => left - right,
  };
}

/** The numbers of a tile. */
export function tileNumbers(tile: string): { readonly x: number; readonly y: number } {
  const [, x = 0, y = 0] = tile.split("/").map(Number);
  return { x, y };
}

/** Order of tiles of the same zoom. */
export function compareTiles(left: string, right: string): number {
  const [a, b] = [tileNumbers(left), tileNumbers(right)];
  return a.x - b.x || a.y - b.y;
}

/** Whether a tile and a box have more than an edge in common. */
export function isTileInside(tile: string, zoom: number, { top, left, bottom, right }: BoundingBox): boolean {
  const { x, y } = tileNumbers(tile);
  const tiles = 2 ** zoom;
  if (y < tileY(top, zoom) || y >= placeOfLatitude(bottom) * tiles) return false;
  const from = tileX(left, zoom);
  const to = ((right + 180) / 360) * tiles;
  return left <= right ? x >= from && x < to : x >= from || x < to;
}
