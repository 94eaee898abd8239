import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { ringArea } from "../geo/polygon.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

const fixture = new QueryFixture({ g: { type: "geo_point" }, n: { type: "integer" } }, [
  { g: "10,20" },
  { g: { lat: 5, lon: 5 } },
  {
    g: [
      [20, 10],
      [0, 50],
    ],
  },
  { n: 1 },
]);
const ids = (body: Json): string[] => fixture.search({ geo_polygon: body }).map(({ id }) => id);
const around: Json = [
  { lat: 9, lon: 19 },
  { lat: 9, lon: 21 },
  { lat: 11, lon: 21 },
  { lat: 11, lon: 19 },
];

test("documents with a point inside, however the corners are written", () => {
  expect(ids({ g: { points: around } })).toEqual(["0", "2"]);
  expect(ids({ g: { points: ["0,0", [10, 0], "10,0"] } })).toEqual(["1"]);
  expect(ids({ g: { points: around }, boost: 3, validation_method: "coerce" })).toEqual(["0", "2"]);
  expect(fixture.search({ geo_polygon: { g: { points: around }, boost: 3 } })[0]?.score).toBe(3);
  expect(ids({ nope: { points: around }, ignore_unmapped: true })).toEqual([]);
  expect(fixture.warnings.at(-1)).toContain("Deprecated field [geo_polygon] used");
});

test.each<[Json, string]>([
  [{ g: { points: [] } }, "polygon must not be null or empty"],
  [{ g: { points: ["0,0", "1,1"] } }, "too few points defined for geo_polygon query"],
  [{ g: { points: ["0,0", "1,1", "0,0"] } }, "too few points defined for geo_polygon query"],
  [{ g: { points: ["0,0", "1,1", "100,0"] } }, "illegal latitude value [100.0] for [geo_polygon]"],
  [{ g: { points: ["0,0", "1,1", "0,200"] } }, "illegal longitude value [200.0] for [geo_polygon]"],
  [{ g: { corners: ["0,0"] } }, "[geo_polygon] query does not support [corners]"],
  [{ g: { points: 5 } }, "[geo_polygon] query does not support token type [VALUE_NUMBER] under [points]"],
  [{ g: { points: around }, foo: 1 }, "[geo_polygon] query does not support [foo]"],
  [{ n: { points: around } }, "Field [n] is of unsupported type [integer] for [geo_polygon] query"],
  [{ nope: { points: around } }, "failed to find geo field [nope]"],
])("%j is refused", (body, reason) => {
  expect(() => ids(body)).toThrow(reason);
});

test("edges and corners belong to a polygon; the parts outside a self-crossing one do not", () => {
  const ring = (corners: [number, number][]) =>
    ringArea({
      lats: Float64Array.from(corners, ([lat]) => lat),
      lons: Float64Array.from(corners, ([, lon]) => lon),
    }).contains!;
  const square = ring([
    [0, 0],
    [0, 10],
    [10, 10],
    [10, 0],
    [0, 0],
  ]);
  for (const [lat, lon] of [
    [0, 0],
    [10, 10],
    [0, 5],
    [5, 0],
    [10, 5],
    [5, 10],
    [5, 5],
  ] as const)
    expect(square(lat, lon)).toBe(true);
  for (const [lat, lon] of [
    [-1, 5],
    [11, 5],
    [5, -1],
    [5, 11],
  ] as const)
    expect(square(lat, lon)).toBe(false);
  // A bow tie: left and right triangle are in, above and below the crossing is out.
  const tie = ring([
    [0, 0],
    [10, 10],
    [0, 10],
    [10, 0],
    [0, 0],
  ]);
  expect([tie(5, 1), tie(5, 9), tie(9, 5), tie(1, 5)]).toEqual([true, true, false, false]);
});

test("a convex polygon holds the points that lie on the inner side of all edges", () => {
  const angle = fc.integer({ min: 0, max: 359 });
  const corners = fc
    .uniqueArray(angle, { minLength: 3, maxLength: 9 })
    .map((angles) =>
      angles
        .sort((one, other) => one - other)
        .map(
          (degrees) => [40 * Math.sin((degrees * Math.PI) / 180), 40 * Math.cos((degrees * Math.PI) / 180)] as const,
        ),
    );
  const point = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }));
  fc.assert(
    fc.property(corners, point, (ring, [lat, lon]) => {
      const closed = [...ring, ring[0]!];
      const sides = ring.map(
        ([lat1, lon1], at) => (closed[at + 1]![1] - lon1) * (lat - lat1) - (lon - lon1) * (closed[at + 1]![0] - lat1),
      );
      // Points close to an edge may fall on either side by rounding.
      fc.pre(sides.every((side) => Math.abs(side) > 1e-6));
      const inside = ringArea({
        lats: Float64Array.from(closed, ([one]) => one),
        lons: Float64Array.from(closed, ([, one]) => one),
      }).contains!;
      expect(inside(lat, lon)).toBe(sides.every((side) => side > 0));
    }),
  );
});
