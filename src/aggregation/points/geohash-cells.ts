/** Cells of geohashes of a length. */
import { geohashOf } from "../../mapping/geo/geohash.ts";
import { type GridCells, namedCells } from "./grid-cells.ts";

const BITS = 5;
/** Longer ones have more bits than a double. */
const GREATEST_NUMBERED_LENGTH = 10;

/**
 * Halving degrees is exact for points of a column, which stand on a grid of 2^32 steps: a division tells the cell that
 * the halvings of `geohashOf` find.
 */
export function geohashCells(length: number): GridCells {
  const name = (lat: number, lon: number): string => geohashOf(lat, lon).slice(0, length);
  if (length > GREATEST_NUMBERED_LENGTH) return namedCells(name);
  const columns = 2 ** Math.ceil((length * BITS) / 2);
  const rows = 2 ** Math.floor((length * BITS) / 2);
  return {
    number(lat, lon) {
      const column = Math.floor(((lon + 180) / 360) * columns);
      return column * rows + Math.floor(((lat + 90) / 180) * rows);
    },
    name(number) {
      const row = number % rows;
      const column = Math.floor(number / rows);
      return name(((row + 0.5) / rows) * 180 - 90, ((column + 0.5) / columns) * 360 - 180);
    },
  };
}
