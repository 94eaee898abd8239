import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FINEST_H3, h3Name, h3Parent, isPentagon, readH3 } from "./h3-address.ts";
import { h3Cell } from "./h3-cell.ts";
import { h3Boundary, h3Centre, h3ChildNames, h3Overlapping, type H3Point } from "./h3-shape.ts";

type Pair = readonly [lat: number, lon: number];

const { shapes } = JSON.parse(readFileSync(new URL("./h3-cases.json", import.meta.url), "utf8")) as {
  readonly shapes: readonly (readonly [
    name: string,
    centre: Pair,
    boundary: readonly Pair[],
    parent: string | null,
    children: readonly string[],
    overlapping: readonly string[],
  ])[];
};

function away(point: H3Point, [lat, lon]: Pair): number {
  const turn = Math.abs(point.lon - lon);
  return Math.hypot(point.lat - lat, Math.min(turn, 360 - turn) * Math.cos((lat * Math.PI) / 180));
}

test.each(shapes)("%s is where H3 has it, around pentagons and across edges too", (name, centre, boundary, ...rest) => {
  const cell = readH3(name)!;
  expect(away(h3Centre(cell), centre)).toBeLessThan(1e-9);
  const found = h3Boundary(cell);
  expect(found).toHaveLength(boundary.length);
  for (const [at, point] of boundary.entries()) expect(away(found[at]!, point)).toBeLessThan(1e-9);
  const parent = h3Parent(cell);
  expect([parent ? h3Name(parent) : null, h3ChildNames(cell), h3Overlapping(cell).toSorted()]).toEqual(rest);
  const { lat, lon } = h3Centre(cell);
  expect(h3Cell(lat, lon, cell.digits.length - 1)).toBe(name);
});

test("the cases have pentagons, and hexagons with more than six corners", () => {
  const pentagons = shapes.filter(([name]) => isPentagon(readH3(name)!));
  expect(pentagons.length).toBeGreaterThan(5);
  expect(shapes.some(([name, , boundary]) => boundary.length > 6 && !isPentagon(readH3(name)!))).toBe(true);
  expect(shapes.some(([name]) => readH3(name)!.digits.length > FINEST_H3)).toBe(true);
});

test.each(["", "8009", "8009fffffffffffff", "9009fffffffffff", "80f5fffffffffff", "8109fffffffffff", "81087ffffffffff", "80095ffffffffff"])(
  "%j is the name of no cell",
  (name) => {
    expect(readH3(name)).toBeUndefined();
  },
); // prettier-ignore
