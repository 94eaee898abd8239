import fc from "fast-check";
import { expect, test } from "vitest";
import { readH3 } from "./h3-address.ts";
import { h3Cell } from "./h3-cell.ts";
import { h3Rings } from "./h3-rings.ts";

type Position = readonly [number, number];

/** Crossing number. */
function encloses(ring: readonly Position[], lon: number, lat: number): boolean {
  let inside = false;
  for (const [at, [x, y]] of ring.entries()) {
    const [px, py] = ring[Math.max(0, at - 1)]!;
    if (py > lat !== y > lat && lon < ((x - px) * (lat - py)) / (y - py) + px) inside = !inside;
  }
  return inside;
}

const turn = (ring: readonly Position[]): number =>
  ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at]![0] * y - x * ring[at]![1], 0);

test("a point is in the rings of its cell, which end at the date line and go against the clock", () => {
  const lon = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: 179, max: 180, noNaN: true }));
  const lat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: 89, max: 90, noNaN: true }));
  fc.assert(
    fc.property(lon, lat, fc.integer({ min: 2, max: 15 }), (x, y, resolution) => {
      const name = h3Cell(y, x, resolution);
      const rings = h3Rings(readH3(name)!);
      for (const ring of rings) {
        expect(ring.at(-1)).toEqual(ring[0]);
        expect(Math.max(...ring.map(([own]) => Math.abs(own)))).toBeLessThanOrEqual(180);
        expect(turn(ring)).toBeGreaterThan(0);
      }
      // Edges are arcs on the globe and lines on the map: a point near one may be beside them.
      const away = (own: Position): number => Math.hypot(own[0] - x, own[1] - y);
      if (Math.abs(y) < 80 && resolution > 9)
        expect(rings.some((ring) => encloses(ring, x, y) || ring.some((corner) => away(corner) < 1))).toBe(true);
      // The middle of a ring is within the cell.
      const [ring, other] = rings;
      const mean = (axis: 0 | 1): number =>
        ring!.slice(1).reduce((sum, own) => sum + own[axis], 0) / (ring!.length - 1);
      if (Math.abs(y) < 80 && !other) expect(h3Cell(mean(1), mean(0), resolution)).toBe(name);
    }),
  );
});

test("a cell on both sides of the date line is two rings, one around a pole reaches it", () => {
  const east = h3Cell(10, 179.99999, 5);
  expect(h3Rings(readH3(east)!)).toHaveLength(2);
  for (const pole of [90, -90]) {
    const [ring, ...others] = h3Rings(readH3(h3Cell(pole, 0, 3))!);
    expect(others).toEqual([]);
    expect(ring).toContainEqual([180, pole]);
    expect(ring).toContainEqual([-180, pole]);
    expect(turn(ring!)).toBeGreaterThan(0);
  }
});
