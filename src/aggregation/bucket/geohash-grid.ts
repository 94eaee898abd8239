/** One bucket for each cell of geohashes of a length. */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { parseDistance } from "../../compat/distance-units.ts";
import type { BodyReader } from "../../compat/body-reader.ts";
import { geohashCell } from "../../mapping/geo/geohash.ts";
import { unsupportedToken, withinField } from "../declared-values.ts";
import { compareGeohashes, geohashCells } from "../points/geohash-cells.ts";
import { type Grid, gridKind } from "../points/point-grid.ts";

const DEFAULT_LENGTH = 5;
const GREATEST_LENGTH = 12;
/** Metres around the equator, and from pole to pole. */
const EQUATOR = 2 * Math.PI * 6_378_137;
const MERIDIAN = Math.PI * 6_356_752.314245;

/** The length of geohashes whose cells are about as large as a distance (`GeoUtils.geoHashLevelsForPrecision`). */
function lengthFor(meters: number): number {
  if (meters === 0) return GREATEST_LENGTH;
  const width = meters / (1 + MERIDIAN / EQUATOR);
  const bits = Math.ceil(Math.log2(Math.ceil(EQUATOR / width)));
  const whole = Math.floor(bits / 5);
  const rest = bits - whole * 5;
  return 2 * whole + Number(rest > 0) + Number(rest > 3);
}

function readLength(read: BodyReader): number {
  const given = read.json("precision");
  if (given === undefined) return DEFAULT_LENGTH;
  if (typeof given !== "string" && typeof given !== "number") throw unsupportedToken(read, "precision", given);
  return withinField(read, "precision", () => {
    const length = typeof given === "number" ? Math.trunc(given) : parseLength(given);
    if (length >= 1 && length <= GREATEST_LENGTH) return length;
    throw illegalArgument(
      `Invalid geohash aggregation precision of ${length}. Must be between 1 and ${GREATEST_LENGTH}.`,
    );
  });
}

function parseLength(text: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  if (!/^\d/.test(text)) throw new RequestError(400, "number_format_exception", `For input string: "${text}"`);
  return lengthFor(parseDistance(text, 1));
}

function geohashes(length: number): Grid {
  return {
    cells: () => geohashCells(length),
    intersects(cell, { top, left, bottom, right }) {
      const { south, west, north, east } = geohashCell(cell);
      if (!(top > south && bottom < north)) return false;
      return left <= right ? left < east && right > west : left < east || right > west;
    },
    compare: compareGeohashes,
  };
}

export const geohashGrid = gridKind({
  name: "geohash_grid",
  summary: "One bucket for each cell of geohashes of a length.",
  read: (read) => geohashes(readLength(read)),
});
