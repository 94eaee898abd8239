/** The two grids of buckets: how fine they are on a tile, what is searched for them, and what is drawn of a cell. */
import { GREATEST_LATITUDE, boxOfTile, type MapTile, type WorldBox } from "../../../vector-tile/map-tile.ts";
import { shapeFeatures } from "../../../vector-tile/shape-features.ts";
import type { TileGeometry } from "../../../vector-tile/tile-layer.ts";
import { type H3Address, readH3 } from "../../../mapping/geo/h3-address.ts";
import { h3Rings } from "../../../mapping/geo/h3-rings.ts";
import { h3Centre } from "../../../mapping/geo/h3-shape.ts";
import type { Json } from "../../../core/json.ts";

/** A grid of buckets. */
export interface CellGrid {
  /** Precision of the aggregation. */
  precision(zoom: number, gridPrecision: number): number;
  /** What is searched, so that the cells of a tile have all of their documents. */
  searched(tile: MapTile, gridPrecision: number): WorldBox;
  /** Whether the aggregation is told to leave out cells beside the tile. */
  isBounded(precision: number): boolean;
  /** Undefined: the cell is not drawn. */
  cell(key: string, tile: MapTile): DrawnCell | undefined;
}

/** A cell as it may be drawn. */
export interface DrawnCell {
  readonly middle: readonly [lon: number, lat: number];
  readonly box: WorldBox;
  /** Undefined: none of it is on the tile. */
  readonly outline: (tile: MapTile, buffer: number) => TileGeometry | undefined;
}

const FINEST_TILE = 29;

const tilePrecision = (zoom: number, gridPrecision: number): number => Math.min(FINEST_TILE, zoom + gridPrecision);

export const tileGrid: CellGrid = {
  precision: tilePrecision,
  searched: (tile) => tile.box,
  isBounded: () => true,

  cell(key, tile) {
    const [zoom = 0, x = 0, y = 0] = key.split("/").map(Number);
    // Points on an edge are in buckets beside the tile, too.
    const tiles = 2 ** (zoom - tile.zoom);
    if (Math.floor(x / tiles) !== tile.x || Math.floor(y / tiles) !== tile.y) return undefined;
    const { west, north } = boxOfTile(zoom, x + 0.5, y + 0.5);
    const box = boxOfTile(zoom, x, y);
    return { middle: [west, north], box, outline: (on) => on.rectangle(box) };
  },
};

/** The resolution of hexagons that are about as many as tiles of a zoom. */
const RESOLUTIONS = [0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 11, 12, 13, 14, 14, 15, 15, 15, 15]; // prettier-ignore
const hexagonResolution = (zoom: number, gridPrecision: number): number =>
  RESOLUTIONS[tilePrecision(zoom, gridPrecision)]!;

/** Degrees that hexagons of resolution 2 reach beyond a tile at most; of finer ones less, by this factor. */
const REACH = { lat: 3.7, lon: 51.2, resolution: 2, shrinks: 2.5 } as const;
/** Of resolutions up to this one all hexagons of the world are fewer than buckets may be. */
const UNBOUNDED_RESOLUTION = 3;

export const hexagonGrid: CellGrid = {
  precision: hexagonResolution,

  searched(tile, gridPrecision) {
    if (tile.zoom === 0 || gridPrecision === 0) return tile.box;
    const finer = hexagonResolution(tile.zoom, gridPrecision) - REACH.resolution;
    if (finer < 0) return { west: -180, east: 180, north: GREATEST_LATITUDE, south: -GREATEST_LATITUDE };
    const { west, east, south, north } = tile.box;
    const factor = REACH.shrinks ** -finer;
    return {
      west: onMap(west - REACH.lon * factor),
      east: onMap(east + REACH.lon * factor),
      south: Math.max(-GREATEST_LATITUDE, south - REACH.lat * factor),
      north: Math.min(GREATEST_LATITUDE, north + REACH.lat * factor),
    };
  },

  isBounded: (resolution) => resolution > UNBOUNDED_RESOLUTION,

  cell(key) {
    const cell = readH3(key);
    if (!cell) return undefined;
    const { lat, lon } = h3Centre(cell);
    return {
      middle: [lon, lat],
      get box() {
        return boxAround(cell);
      },
      outline: (tile, buffer) => {
        const shape: Json = { type: "MultiPolygon", coordinates: h3Rings(cell).map((ring): Json => [ring.map(([x, y]) => [x, y])]) }; // prettier-ignore
        return shapeFeatures(shape, tile, buffer)[0];
      },
    };
  },
};

function onMap(lon: number): number {
  return lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
}

/** A box across the date line reaches around the world. */
function boxAround(cell: H3Address): WorldBox {
  const corners = h3Rings(cell).flat();
  const [lons, lats] = [corners.map(([lon]) => lon), corners.map(([, lat]) => lat)];
  return { west: Math.min(...lons), east: Math.max(...lons), south: Math.min(...lats), north: Math.max(...lats) };
}
