/** One bucket for each hexagon of the grids of H3. */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { BodyReader } from "../../compat/body-reader.ts";
import { FINEST_H3 } from "../../mapping/geo/h3-address.ts";
import { h3Cell, h3Corners } from "../../mapping/geo/h3-cell.ts";
import type { BoundingBox } from "../../query/geo/bounding-box.ts";
import { unsupportedToken, withinField } from "../declared-values.ts";
import { namedCells } from "../points/grid-cells.ts";
import { type Grid, gridKind } from "../points/point-grid.ts";

const DEFAULT_RESOLUTION = 6;

function readResolution(read: BodyReader): number {
  const given = read.json("precision");
  if (given === undefined) return DEFAULT_RESOLUTION;
  if (typeof given !== "string" && typeof given !== "number") throw unsupportedToken(read, "precision", given);
  return withinField(read, "precision", () => {
    if (typeof given === "string" && !/^[+-]?\d+$/.test(given))
      throw new RequestError(400, "number_format_exception", `For input string: "${given}"`);
    const resolution = Math.trunc(Number(given));
    if (resolution >= 0 && resolution <= FINEST_H3) return resolution;
    throw illegalArgument(`Invalid geohex aggregation precision of ${resolution}. Must be between 0 and ${FINEST_H3}.`);
  });
}

function isBetween(lon: number, left: number, right: number): boolean {
  return left <= right ? lon >= left && lon <= right : lon >= left || lon <= right;
}

/** Whether the box around a cell, which holds the point, and another one have something in common. */
function meets(lat: number, lon: number, resolution: number, box: BoundingBox): boolean {
  const { top, left, bottom, right } = box;
  if (lat <= top && lat >= bottom && isBetween(lon, left, right)) return true;
  const corners = h3Corners(lat, lon, resolution);
  const lats = corners.map((corner) => corner.lat);
  if (Math.min(...lats) > top || Math.max(...lats) < bottom) return false;
  // Degrees east of the point, so that nothing is cut at the date line.
  const away = corners.map((corner) => ((corner.lon - lon + 540) % 360) - 180);
  const [west, east] = [Math.min(...away), Math.max(...away)];
  // A cell around a pole has all longitudes.
  if (east - west > 180) return true;
  const start = (lon + west + 540) % 360;
  const end = start + east - west;
  const from = (left + 540) % 360;
  const to = from + (left <= right ? right - left : right - left + 360);
  return [-360, 0, 360].some((turn) => start + turn <= to && end + turn >= from);
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function hexagons(resolution: number): Grid {
  return {
    cells: () => namedCells((lat, lon) => h3Cell(lat, lon, resolution), compare),
    intersects: (_cell, box, lat, lon) => meets(lat, lon, resolution, box),
    compare,
  };
}

export const geohexGrid = gridKind({
  name: "geohex_grid",
  summary: "One bucket for each hexagon of the grids of H3.",
  read: (read) => hexagons(readResolution(read)),
});
