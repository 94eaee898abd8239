import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import { geohashOf } from "../../mapping/geo/geohash.ts";
import type { GridCells } from "./grid-cells.ts";
import { compareGeohashes, geohashCells } from "./geohash-cells.ts";
import { compareTiles, tileCells, tileOf, tileY } from "./tiles.ts";

const edges = fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 0, -1, 1, 2 ** 30, -(2 ** 30), 2 ** 30 - 1);
const encoded = fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), edges);

test("the number of a cell has the name of the geohash of the point, for any length", () => {
  fc.assert(
    fc.property(encoded, encoded, fc.integer({ min: 1, max: 12 }), (first, second, length) => {
      const [lat, lon] = [decodeLatitude(first), decodeLongitude(second)];
      const cells = geohashCells(length);
      expect(cells.name(cells.number(lat, lon))).toBe(geohashOf(lat, lon).slice(0, length));
    }),
    { numRuns: 2000 },
  );
});

test("the number of a tile has the name of the tile of the point, for any zoom", () => {
  fc.assert(
    fc.property(encoded, encoded, fc.integer({ min: 0, max: 29 }), (first, second, zoom) => {
      const [lat, lon] = [decodeLatitude(first), decodeLongitude(second)];
      const cells = tileCells(zoom);
      expect(cells.name(cells.number(lat, lon))).toBe(tileOf(lat, lon, zoom));
    }),
    { numRuns: 2000 },
  );
});

test("numbers of cells have the order of the cells", () => {
  const kinds: readonly [(size: number) => GridCells, (left: string, right: string) => number, number][] = [
    [(size) => geohashCells(1 + size), compareGeohashes, 11],
    [tileCells, compareTiles, 29],
  ];
  fc.assert(
    fc.property(fc.tuple(encoded, encoded), fc.tuple(encoded, encoded), fc.nat(), (one, other, size) => {
      for (const [cellsOf, compare, most] of kinds) {
        const cells = cellsOf(size % (most + 1));
        const [left, right] = [one, other].map(([lat, lon]) => cells.number(decodeLatitude(lat), decodeLongitude(lon)));
        const order = compare(cells.name(left!), cells.name(right!));
        expect(Math.sign(cells.compare(left!, right!))).toBe(Math.sign(order));
      }
    }),
    { numRuns: 1000 },
  );
});

test("rows by slots of latitude are those of the projection, at their edges too", () => {
  const wrong: unknown[] = [];
  for (let zoom = 0; zoom <= 10; zoom++) {
    const cells = tileCells(zoom);
    for (let slot = 0; slot <= 4096; slot++) {
      const middle = Math.floor((slot / 4096 - 0.5) * 2 ** 32);
      for (const first of [middle - 1, middle, middle + 1]) {
        if (first < -(2 ** 31) || first >= 2 ** 31) continue;
        const lat = decodeLatitude(first);
        if (cells.number(lat, 0) % 2 ** zoom !== tileY(lat, zoom)) wrong.push([zoom, lat]);
      }
    }
  }
  expect(wrong).toEqual([]);
});
