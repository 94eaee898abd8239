/** Random geometries for tests: on a coarse grid, so that corners and edges meet often, and off it. */
import fc from "fast-check";
import type { Json } from "../../core/json.ts";

const coarse = fc.integer({ min: -6, max: 6 });
const fine = fc.integer({ min: -60_000, max: 60_000 }).map((value) => value / 9973);
const corner = fc.oneof({ arbitrary: fc.tuple(coarse, coarse), weight: 2 }, fc.tuple(fine, fine));

/** A ring around a center: corners by angle never cross. */
const ring = fc
  .record({
    center: corner,
    radii: fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.double({ min: 0.1, max: 4, noNaN: true })), {
      minLength: 3,
      maxLength: 9,
    }),
    turn: fc.double({ min: 0, max: 6, noNaN: true }),
    whole: fc.boolean(),
  })
  .map(({ center: [x, y], radii, turn, whole }) => {
    const at = (radius: number, index: number): [number, number] => {
      const angle = turn + (index / radii.length) * 2 * Math.PI;
      const [dx, dy] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      return whole ? [Math.round(x + dx), Math.round(y + dy)] : [x + dx, y + dy];
    };
    const corners = radii.map(at);
    return [...corners, corners[0]!];
  });

const hole = (outer: readonly (readonly [number, number])[]): [number, number][] => {
  const x = outer.slice(1).reduce((sum, one) => sum + one[0], 0) / (outer.length - 1);
  const y = outer.slice(1).reduce((sum, one) => sum + one[1], 0) / (outer.length - 1);
  return outer.map(([cornerX, cornerY]) => [x + (cornerX - x) / 4, y + (cornerY - y) / 4]);
};

const square = fc
  .tuple(coarse, coarse, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .map(([x, y, width, height]): [number, number][] => [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ]);
/** Rings rounded to the grid may touch themselves, and a hole in them too much. */
const isWhole = (outer: readonly (readonly [number, number])[]): boolean =>
  outer.every((one) => one.every(Number.isInteger));
const rings = fc
  .oneof(ring, square)
  .chain((outer) =>
    fc.boolean().map((holed) => (holed && (outer.length === 5 || !isWhole(outer)) ? [outer, hole(outer)] : [outer])),
  );
const line = fc.array(corner, { minLength: 2, maxLength: 5 });

const point = corner.map((coordinates): Json => ({ type: "Point", coordinates }));
const multiPoint = fc
  .array(corner, { minLength: 1, maxLength: 3 })
  .map((coordinates): Json => ({ type: "MultiPoint", coordinates }));
const lineString = line.map((coordinates): Json => ({ type: "LineString", coordinates }));
const multiLine = fc
  .array(line, { minLength: 1, maxLength: 2 })
  .map((coordinates): Json => ({ type: "MultiLineString", coordinates }));
const polygon = rings.map((coordinates): Json => ({ type: "Polygon", coordinates }));
const multiPolygon = fc
  .array(rings, { minLength: 1, maxLength: 2 })
  .map((coordinates): Json => ({ type: "MultiPolygon", coordinates }));
const box = fc
  .tuple(corner, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .map(([[x, y], width, height]): Json => ({ type: "Envelope", coordinates: [[x, y + height], [x + width, y]] })); // oxfmt-ignore
const simple = fc.oneof(point, multiPoint, lineString, multiLine, polygon, polygon, multiPolygon, box);

/** Any geometry that can be indexed, and some that cannot. */
export const anyGeometry = fc.oneof(
  { arbitrary: simple, weight: 9 },
  fc
    .array(simple, { minLength: 1, maxLength: 3 })
    .map((geometries): Json => ({ type: "GeometryCollection", geometries })),
);

/** What only queries take; `unit` is that of the radius. */
export const circle = fc
  .tuple(corner, fc.double({ min: 0.1, max: 4, noNaN: true }))
  .map(([coordinates, radius]) => ({ coordinates, radius }));
