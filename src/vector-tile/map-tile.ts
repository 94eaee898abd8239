/** A tile of a web map: which part of the world it shows, and where places are on it. */
import { illegalArgument } from "../compat/errors.ts";
import type { Pixel, TileGeometry } from "./tile-layer.ts";

/** Latitudes beyond these are not on any tile. */
export const GREATEST_LATITUDE = 85.0511287798066;
const GREATEST_ZOOM = 29;

/** A part of the world in degrees. */
export interface WorldBox {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** See the file comment; `extent`: pixels along each side. */
export class MapTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly extent: number;

  /** Throws RequestError 400 for a tile that is on no map. */
  constructor(zoom: number, x: number, y: number, extent: number) {
    if (zoom < 0 || zoom > GREATEST_ZOOM)
      throw illegalArgument(`Invalid geotile_grid precision of ${zoom}. Must be between 0 and ${GREATEST_ZOOM}.`);
    const tiles = 2 ** zoom;
    if (x < 0 || y < 0 || x >= tiles || y >= tiles)
      throw illegalArgument(`Zoom/X/Y combination is not valid: ${zoom}/${x}/${y}`);
    this.zoom = zoom;
    this.x = x;
    this.y = y;
    this.extent = extent;
  }

  /** What it shows. */
  get box(): WorldBox {
    return boxOfTile(this.zoom, this.x, this.y);
  }

  /** Pixels from the left, not rounded. */
  across(lon: number): number {
    return (((lon + 180) / 360) * 2 ** this.zoom - this.x) * this.extent;
  }

  /** Pixels from the top, not rounded. */
  down(lat: number): number {
    const limited = Math.max(-GREATEST_LATITUDE, Math.min(GREATEST_LATITUDE, lat));
    const sine = Math.sin((limited * Math.PI) / 180);
    const place = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
    return (place * 2 ** this.zoom - this.y) * this.extent;
  }

  /** Places on the tile, in order, each pixel once; undefined: none is on it. */
  points(places: readonly (readonly [lon: number, lat: number])[]): TileGeometry | undefined {
    const sorted = [...places].sort(([west, south], [east, north]) => west - east || south - north);
    const pixels: Pixel[] = [];
    for (const [lon, lat] of sorted) {
      const pixel = { x: Math.round(this.across(lon)), y: Math.round(this.down(lat)) };
      const last = pixels.at(-1);
      if (this.#shows(pixel) && (last?.x !== pixel.x || last.y !== pixel.y)) pixels.push(pixel);
    }
    return pixels.length === 0 ? undefined : { kind: "points", parts: [pixels] };
  }

  /** The part of a box that is on the tile; undefined: none is. */
  rectangle({ west, east, south, north }: WorldBox): TileGeometry | undefined {
    const [left, right] = [Math.round(this.across(west)), Math.round(this.across(east))];
    const [top, bottom] = [Math.round(this.down(north)), Math.round(this.down(south))];
    if (left > this.extent || right < 0 || top > this.extent || bottom < 0) return undefined;
    const within = (pixel: number): number => Math.max(0, Math.min(this.extent, pixel));
    const [x0, x1, y0, y1] = [within(left), within(right), within(top), within(bottom)];
    const ring = [
      { x: x0, y: y0 },
      { x: x1, y: y0 },
      { x: x1, y: y1 },
      { x: x0, y: y1 },
    ];
    return { kind: "rings", parts: [ring] };
  }

  #shows({ x, y }: Pixel): boolean {
    return x >= 0 && y >= 0 && x <= this.extent && y <= this.extent;
  }
}

/** What a tile shows. */
export function boxOfTile(zoom: number, x: number, y: number): WorldBox {
  const tiles = 2 ** zoom;
  const lon = (column: number): number => (column / tiles) * 360 - 180;
  const lat = (row: number): number => (Math.atan(Math.sinh(Math.PI - (2 * Math.PI * row) / tiles)) * 180) / Math.PI;
  return { west: lon(x), east: lon(x + 1), south: lat(y + 1), north: lat(y) };
}
