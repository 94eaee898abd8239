import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { h3Cell, h3Corners } from "./h3-cell.ts";

const { cells, corners } = JSON.parse(readFileSync(new URL("./h3-cases.json", import.meta.url), "utf8")) as {
  readonly cells: readonly (readonly [number, number, number, string])[];
  readonly corners: readonly (readonly [number, number, number, readonly (readonly [number, number])[]])[];
};

test("points are in the cells of H3, at poles, at the date line and around pentagons too", () => {
  for (const [lat, lon, resolution, cell] of cells)
    expect(h3Cell(lat, lon, resolution), `${lat},${lon} at ${resolution}`).toBe(cell);
});

test("corners of cells are those of H3", () => {
  for (const [lat, lon, resolution, expected] of corners) {
    const found = h3Corners(lat, lon, resolution);
    for (const [wantedLat, wantedLon] of expected)
      expect(
        Math.min(...found.map((corner) => Math.hypot(corner.lat - wantedLat, corner.lon - wantedLon))),
      ).toBeLessThan(1e-8);
  }
});
