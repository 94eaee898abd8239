/** Addresses of tiles, as shapes and with the tiles around them: of web maps (`z/x/y`), geohashes, cells of H3. */
import { illegalArgument } from "../../compat/errors.ts";
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { geohashCell } from "../../mapping/geo/geohash.ts";
import { h3Name, h3Parent, readH3 } from "../../mapping/geo/h3-address.ts";
import { h3Boundary, h3ChildNames, h3Overlapping } from "../../mapping/geo/h3-shape.ts";

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Corners against the clock, the last one is the first. */
export type Ring = readonly (readonly [lon: number, lat: number])[];

export interface GridTile {
  readonly outline: Box | Ring;
  readonly precision: number;
  /** Undefined: it is part of no other. */
  readonly parent: string | undefined;
  readonly children: readonly string[];
  /** Tiles as large as the children that it shares a part with. */
  readonly nonChildren: readonly string[];
}

const MOST_ZOOM = 29;
const MOST_CHARACTERS = 12;
const NONE: readonly string[] = [];
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
    outline: {
      west: (x / tiles) * 360 - 180,
      east: ((x + 1) / tiles) * 360 - 180,
      north: latitudeOf(y, tiles),
      south: latitudeOf(y + 1, tiles),
    },
    precision: zoom,
    parent: zoom === 0 ? undefined : `${zoom - 1}/${x >>> 1}/${y >>> 1}`,
    children: zoom === MOST_ZOOM ? [] : below,
    nonChildren: NONE,
  };
}

/** Throws RequestError 400 for what is no address. */
export function geohashTile(address: string): GridTile {
  if (address.length > MOST_CHARACTERS)
    throw illegalArgument(`[${address}] has more than ${MOST_CHARACTERS} characters`);
  const parent = address.slice(0, -1);
  return {
    outline: geohashCell(address),
    precision: address.length,
    parent: parent === "" ? undefined : parent,
    children: address.length === MOST_CHARACTERS ? [] : Array.from(DIGITS, (digit) => address + digit),
    nonChildren: NONE,
  };
}

/** Throws RequestError 400 for what is no address. */
export function geohexTile(address: string): GridTile {
  const cell = readH3(address);
  if (!cell) throw illegalArgument(`Invalid h3 address: ${address}`);
  // The corners are those that a point column could hold.
  const corners = h3Boundary(cell).map(
    ({ lat, lon }) => [decodeLongitude(encodeLongitude(lon)), decodeLatitude(encodeLatitude(lat))] as const,
  );
  const parent = h3Parent(cell);
  return {
    outline: [...corners, ...corners.slice(0, 1)],
    precision: cell.digits.length - 1,
    parent: parent && h3Name(parent),
    children: h3ChildNames(cell),
    nonChildren: h3Overlapping(cell),
  };
}

const DEGREES = 180 / Math.PI;

/** The northern edge of a row. */
function latitudeOf(y: number, tiles: number): number {
  return Math.atan(Math.sinh(Math.PI - (2 * Math.PI * y) / tiles)) * DEGREES;
}
