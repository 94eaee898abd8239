/** One bucket for each tile of a zoom of web maps. */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { BodyReader } from "../../compat/body-reader.ts";
import { unsupportedToken, withinField } from "../declared-values.ts";
import { type Grid, gridKind } from "../points/point-grid.ts";
import { compareTiles, isTileInside, tileCells } from "../points/tiles.ts";

const DEFAULT_ZOOM = 7;
const GREATEST_ZOOM = 29;

function readZoom(read: BodyReader): number {
  const given = read.json("precision");
  if (given === undefined) return DEFAULT_ZOOM;
  if (typeof given !== "string" && typeof given !== "number") throw unsupportedToken(read, "precision", given);
  return withinField(read, "precision", () => {
    if (typeof given === "string" && !/^[+-]?\d+$/.test(given))
      throw new RequestError(400, "number_format_exception", `For input string: "${given}"`);
    const zoom = Math.trunc(Number(given));
    if (zoom >= 0 && zoom <= GREATEST_ZOOM) return zoom;
    throw illegalArgument(`Invalid geotile_grid precision of ${zoom}. Must be between 0 and ${GREATEST_ZOOM}.`);
  });
}

function tiles(zoom: number): Grid {
  return {
    cells: () => tileCells(zoom),
    intersects: (cell, box) => isTileInside(cell, zoom, box),
    compare: compareTiles,
  };
}

export const geotileGrid = gridKind({
  name: "geotile_grid",
  summary: "One bucket for each tile of a zoom of web maps.",
  read: (read) => tiles(readZoom(read)),
});
