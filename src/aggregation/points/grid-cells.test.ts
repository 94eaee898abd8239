import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import { geohashOf } from "../../mapping/geo/geohash.ts";
import { geohashCells } from "./geohash-cells.ts";
import { tileCells, tileOf } from "./tiles.ts";

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
