/** Shapes of GeoJSON as what is drawn of them on a tile: cut to it, in whole pixels, without what cannot be seen. */
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { type ClipBox, clipLine, clipRing, type Place } from "./clip.ts";
import { kindOf, type Position } from "./geojson.ts";
import type { MapTile } from "./map-tile.ts";
import { simplified } from "./simplify.ts";
import type { Pixel, TileGeometry } from "./tile-layer.ts";

/** Points nearer than a pixel to the line that is left are not drawn. */
const TOLERANCE = 1;

/** What is drawn of a shape, with `buffer` pixels around the tile; a collection is drawn as its members are. */
export function shapeFeatures(shape: Json, tile: MapTile, buffer: number): TileGeometry[] {
  if (!isJsonObject(shape)) return [];
  const drawing = new Drawing(tile, { least: -buffer, most: tile.extent + buffer });
  if (kindOf(shape) === "geometrycollection") {
    const members = shape["geometries"];
    return Array.isArray(members) ? members.flatMap((member) => shapeFeatures(member, tile, buffer)) : [];
  }
  const drawn = drawing.draw(shape);
  return drawn && drawn.parts.length > 0 ? [drawn] : [];
}

class Drawing {
  readonly #tile: MapTile;
  readonly #box: ClipBox;

  constructor(tile: MapTile, box: ClipBox) {
    this.#tile = tile;
    this.#box = box;
  }

  draw(shape: JsonObject): TileGeometry | undefined {
    const { coordinates } = shape;
    switch (kindOf(shape)) {
      case "point":
        return this.#tile.points([coordinates as unknown as Position]);
      case "multipoint":
        return this.#tile.points(coordinates as unknown as Position[]);
      case "linestring":
        return this.#lines([coordinates as unknown as Position[]]);
      case "multilinestring":
        return this.#lines(coordinates as unknown as Position[][]);
      case "polygon":
        return this.#polygons([coordinates as unknown as Position[][]]);
      case "multipolygon":
        return this.#polygons(coordinates as unknown as Position[][][]);
      case "envelope": {
        const [[west, north], [east, south]] = coordinates as unknown as [Position, Position];
        return this.#tile.rectangle({ west, east, south, north });
      }
      default:
        return undefined;
    }
  }

  #places(line: readonly Position[]): Place[] {
    return line.map(([lon, lat]) => ({ x: this.#tile.across(lon), y: this.#tile.down(lat) }));
  }

  #lines(lines: readonly (readonly Position[])[]): TileGeometry {
    const parts = lines
      .flatMap((line) => clipLine(this.#places(line), this.#box))
      .map((line) => pixelsOf(simplified(line, TOLERANCE)))
      .filter((line) => line.length > 1);
    return { kind: "lines", parts };
  }

  #polygons(polygons: readonly (readonly (readonly Position[])[])[]): TileGeometry {
    const parts = polygons.flatMap((rings) => {
      const [outer, ...holes] = rings;
      const shell = this.#ring(outer ?? [], true);
      return shell ? [shell, ...holes.map((hole) => this.#ring(hole, false)).filter((hole) => hole !== undefined)] : [];
    });
    return { kind: "rings", parts };
  }

  /** Without its last point, which is its first; undefined: nothing is seen of it. */
  #ring(ring: readonly Position[], isOuter: boolean): readonly Pixel[] | undefined {
    const clipped = clipRing(this.#places(ring).slice(0, -1), this.#box);
    const [first] = clipped;
    if (!first) return undefined;
    const pixels = pixelsOf(simplified([...clipped, first], TOLERANCE)).slice(0, -1);
    const area = signedArea(pixels);
    if (pixels.length < 3 || area === 0) return undefined;
    return area > 0 === isOuter ? pixels : pixels.reverse();
  }
}

/** Whole pixels, none twice in a row. */
function pixelsOf(line: readonly Place[]): Pixel[] {
  const pixels: Pixel[] = [];
  for (const place of line) {
    const [x, y] = [Math.round(place.x), Math.round(place.y)];
    const last = pixels.at(-1);
    if (last?.x !== x || last.y !== y) pixels.push({ x, y });
  }
  return pixels;
}

/** Twice the area; positive: clockwise on the screen, where rows go down. */
function signedArea(ring: readonly Pixel[]): number {
  return ring.reduce((sum, { x, y }, at) => {
    const next = ring[(at + 1) % ring.length]!;
    return sum + x * next.y - next.x * y;
  }, 0);
}
