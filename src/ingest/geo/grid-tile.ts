/** Addresses of tiles, as shapes and with the tiles around them: of web maps (`z/x/y`), and geohashes. */
import { illegalArgument } from "../../compat/errors.ts";
import { geohashCell } from "../../mapping/geo/geohash.ts";

export interface GridTile {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly precision: number;
  /** Undefined: it is part of no other. */
  readonly parent: string | undefined;
  readonly children: readonly string[];
}

const MOST_ZOOM = 29;
const MOST_CHARACTERS = 12;
const DIGITS = "0123456789bcdefghjkmnpqrstuvwxyz";

/** Throws RequestError 400 for what is no address. */
export function geotileTile(address: string): GridTile {
  const parts = /^(\d{1,2})\/(\d{1,10})\/(\d{1,10})$/.exec(address);
  const [zoom = 0, x = 0, y = 0] = (parts?.slice(1) ?? []).map(Number);
  const tiles = 2 ** zoom;
  if (!parts || zoom > MOST_ZOOM || x >= tiles || y >= tiles)
    throw illegalArgument(
      `Invalid geotile_grid hash string of ${address}. Must be three integers in a form "zoom/x/y".`,
    );
  const below = [0, 1].flatMap((right) => [0, 1].map((down) => `${zoom + 1}/${2 * x + right}/${2 * y + down}`));
  return {
    west: (x / tiles) * 360 - 180,
    east: ((x + 1) / tiles) * 360 - 180,
    north: latitudeOf(y, tiles),
    south: latitudeOf(y + 1, tiles),
    precision: zoom,
    parent: zoom === 0 ? undefined : `${zoom - 1}/${x >>> 1}/${y >>> 1}`,
    children: zoom === MOST_ZOOM ? [] : below,
  };
}

/** Throws RequestError 400 for what is no address. */
export function geohashTile(address: string): GridTile {
  if (address.length > MOST_CHARACTERS)
    throw illegalArgument(`[${address}] has more than ${MOST_CHARACTERS} characters`);
  const parent = address.slice(0, -1);
  return {
    ...geohashCell(address),
    precision: address.length,
    parent: parent === "" ? undefined : parent,
    children: address.length === MOST_CHARACTERS ? [] : Array.from(DIGITS, (digit) => address + digit),
  };
}

const DEGREES = 180 / Math.PI;

/** The northern edge of a row. */
function latitudeOf(y: number, tiles: number): number {
  return Math.atan(Math.sinh(Math.PI - (2 * Math.PI * y) / tiles)) * DEGREES;
}
