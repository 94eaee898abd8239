/** Properties of all geometries: tessellating and encoding lose nothing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Path } from "./geometry.ts";
import { normalizeGeometry } from "./normalize-geometry.ts";
import { encodeShape, ShapeReader } from "./shape-value.ts";
import { splitLine } from "./split-line.ts";
import { splitPolygon } from "./split-polygon.ts";
import { tessellate } from "./tessellate.ts";

const near = (value: number): fc.Arbitrary<number> => fc.double({ min: value - 20, max: value + 20, noNaN: true });

/** A ring around (x, y), counterclockwise. */
const ring = (x: fc.Arbitrary<number>): fc.Arbitrary<Path> =>
  fc
    .tuple(
      x,
      fc.double({ min: -30, max: 30, noNaN: true }),
      fc.array(fc.double({ min: 1, max: 15, noNaN: true }), { minLength: 4, maxLength: 12 }),
    )
    .map(([centerX, centerY, radii]) => {
      const xs = radii.map((radius, index) => centerX + radius * Math.cos((index / radii.length) * 2 * Math.PI));
      const ys = radii.map((radius, index) => centerY + radius * Math.sin((index / radii.length) * 2 * Math.PI));
      return { xs: [...xs, xs[0]!], ys: [...ys, ys[0]!], zs: undefined };
    });

/** The same ring scaled to a fifth around the mean of its corners, clockwise. */
function holeIn({ xs, ys }: Path): Path {
  const x = xs.slice(1).reduce((sum, one) => sum + one, 0) / (xs.length - 1);
  const y = ys.slice(1).reduce((sum, one) => sum + one, 0) / (ys.length - 1);
  return {
    xs: xs.map((one) => x + (one - x) / 50).toReversed(),
    ys: ys.map((one) => y + (one - y) / 50).toReversed(),
    zs: undefined,
  };
}

function areaOf({ xs, ys }: Path): number {
  let twice = 0;
  for (let at = 1; at < xs.length; at++) twice += xs[at - 1]! * ys[at]! - xs[at]! * ys[at - 1]!;
  return Math.abs(twice) / 2;
}

test("triangles cover a polygon and nothing else", () => {
  fc.assert(
    fc.property(ring(near(0)), (shell) => {
      const { xs, ys, triangles } = tessellate({ shell, holes: [] }, "refused");
      let area = 0;
      for (let at = 0; at < triangles.length; at += 3) {
        const corners = [0, 1, 2, 0].map((corner) => triangles[at + corner]!);
        area += areaOf({
          xs: corners.map((corner) => xs[corner]!),
          ys: corners.map((corner) => ys[corner]!),
          zs: undefined,
        });
      }
      expect(area).toBeCloseTo(areaOf(shell), 6);
    }),
  );
});

test("each edge of a polygon is the outline of one triangle, and no other edge is", () => {
  fc.assert(
    fc.property(ring(near(0)), (shell) => {
      const { xs, outlines } = tessellate({ shell, holes: [] }, "refused");
      expect(outlines.filter((outline) => outline === 1)).toHaveLength(xs.length);
    }),
  );
});

test("parts at the date line have the area of the polygon, and lie on the globe", () => {
  fc.assert(
    fc.property(ring(fc.oneof(near(180), near(-180))), fc.boolean(), (shell, holed) => {
      const holes = holed ? [holeIn(shell)] : [];
      const parts = splitPolygon({ shell, holes }, true);
      const area = parts.reduce(
        (sum, part) => part.holes.reduce((left, hole) => left - areaOf(hole), sum + areaOf(part.shell)),
        0,
      );
      expect(area).toBeCloseTo(areaOf(shell) - holes.reduce((sum, hole) => sum + areaOf(hole), 0), 6);
      for (const { shell: own } of parts) expect(own.xs.every((x) => Math.abs(x) <= 180)).toBe(true);
    }),
  );
});

test("the wrong orientation means the way around the globe only for wide polygons", () => {
  const shell = { xs: [170, -170, -170, 170, 170], ys: [0, 0, 10, 10, 0], zs: undefined };
  const areaAs = (right: boolean): number =>
    splitPolygon({ shell, holes: [] }, right).reduce((sum, part) => sum + areaOf(part.shell), 0);
  expect([areaAs(true), areaAs(false)]).toEqual([200, 3400]);
});

test("an edge along the date line stays where it is", () => {
  const shell = { xs: [185, 180, 179, 180, 180, 185], ys: [-1, 2, 1, 0, -3, -1], zs: undefined };
  const parts = splitPolygon({ shell, holes: [] }, true).map((part) => part.shell);
  const inWest = parts
    .filter(({ xs }) => xs.every((x) => x >= 179))
    .map(({ ys }) => [Math.min(...ys), Math.max(...ys)]);
  expect(inWest).toEqual([[0, 2]]);
});

test("parts of a line have its length, and lie on the globe", () => {
  const corner = fc.tuple(
    fc.double({ min: -800, max: 800, noNaN: true }),
    fc.double({ min: -90, max: 90, noNaN: true }),
  );
  const lengthOf = ({ xs, ys }: Path): number =>
    xs.slice(1).reduce((sum, x, at) => sum + Math.hypot(x - xs[at]!, ys[at + 1]! - ys[at]!), 0);
  fc.assert(
    fc.property(fc.array(corner, { minLength: 2, maxLength: 6 }), (corners) => {
      const path: Path = { xs: corners.map(([x]) => x), ys: corners.map(([, y]) => y), zs: undefined };
      const parts = splitLine(path);
      expect(parts.reduce((sum, part) => sum + lengthOf(part), 0)).toBeCloseTo(lengthOf(path), 5);
      for (const { xs } of parts) expect(xs.every((x) => Math.abs(x) <= 180)).toBe(true);
    }),
  );
});

test("a geometry on the globe is not changed", () => {
  fc.assert(
    fc.property(ring(near(0)), (shell) => {
      const polygon = { type: "Polygon", shell, holes: [] } as const;
      expect(normalizeGeometry(polygon, true)).toBe(polygon);
    }),
  );
});

test("a shape after others is read as it was written", () => {
  const int = fc.integer({ min: -0x80000000, max: 0x7fffffff });
  const corners = fc.array(fc.tuple(int, int), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(corners, fc.nat(), fc.nat(20), (list, seed, before) => {
      const number = (at: number): number => (seed + at * 7919) % list.length;
      const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => number(at));
      const parts = {
        xs: list.map(([x]) => x),
        ys: list.map(([, y]) => y),
        points: numbers(3),
        segments: numbers(4),
        triangles: numbers(6),
        outlines: [5, 2],
      };
      const centroid = { dimension: 2, x: 1.5, y: -2.25, weight: 3 } as const;
      const bytes = encodeShape(parts, centroid);
      const all = new Uint8Array(before + bytes.length);
      all.set(bytes, before);
      const reader = new ShapeReader(all);
      reader.seek(before);
      reader.open();
      const box = [Math.min(...parts.xs), Math.max(...parts.xs), Math.min(...parts.ys), Math.max(...parts.ys)];
      expect([reader.minX, reader.maxX, reader.minY, reader.maxY]).toEqual(box);
      expect(reader.centroid()).toEqual(centroid);
      expect([0, 1, 2].map((at) => reader.point(at))).toEqual(parts.points);
      expect([0, 1].flatMap((at) => [reader.segment(at, 0), reader.segment(at, 1)])).toEqual(parts.segments);
      expect([0, 1].flatMap((at) => [0, 1, 2].map((corner) => reader.triangle(at, corner)))).toEqual(parts.triangles);
      expect([reader.outline(0), reader.outline(1)]).toEqual(parts.outlines);
      expect(list.map((_, corner) => [reader.x(corner), reader.y(corner)])).toEqual(list);
    }),
  );
});
