/** Vector tiles: what is written is read by others, and what is drawn is on the tile. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTile } from "../testing/vector-tile/read-tile.ts";
import { clipLine, clipRing } from "./clip.ts";
import { MapTile } from "./map-tile.ts";
import { shapeFeatures } from "./shape-features.ts";
import { labelPosition, shapeDiagonal } from "./shape-measures.ts";
import { simplified } from "./simplify.ts";
import { type PropertyValue, TileLayer, tileOfLayers } from "./tile-layer.ts";

const pixel = fc.record({ x: fc.integer({ min: -9000, max: 9000 }), y: fc.integer({ min: -9000, max: 9000 }) });
const property = fc.oneof(
  fc.string(),
  fc.boolean(),
  // Readers in JavaScript lose the last bit of those beyond.
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.maxSafeNat(),
  fc.double({ noNaN: true }).filter((value) => !Number.isInteger(value)),
);

test("what is written is read again", () => {
  const feature = fc.record({
    kind: fc.constantFrom("points" as const, "lines" as const, "rings" as const),
    parts: fc.array(fc.array(pixel, { minLength: 3, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
    properties: fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
      property,
    ),
  });
  fc.assert(
    fc.property(fc.array(feature, { minLength: 1 }), fc.integer({ min: 1, max: 9999 }), (features, extent) => {
      const layer = new TileLayer("one", extent);
      for (const { kind, parts, properties } of features)
        layer.add({ kind, parts }, Object.entries<PropertyValue>(properties));
      const { one } = readTile(tileOfLayers([layer]));
      expect(one).toMatchObject({ name: "one", version: 2, extent });
      expect(one!.features.map(({ properties }) => properties)).toEqual(
        features.map(({ properties }) => ({ ...properties })),
      );
      expect(one!.features.map(({ kind, parts }) => ({ kind, points: parts.flat() }))).toEqual(
        features.map(({ kind, parts }) => ({
          kind: { points: 1, lines: 2, rings: 3 }[kind],
          points: parts.flat().map(({ x, y }) => [x, y]),
        })),
      );
    }),
    { numRuns: 50 },
  );
});

test("whole numbers beyond those of JavaScript are written whole", () => {
  const layer = new TileLayer("l", 1);
  layer.add({ kind: "points", parts: [[{ x: 0, y: 0 }]] }, [["n", 2n ** 62n]]);
  expect(readTile(tileOfLayers([layer]))["l"]!.features[0]!.properties).toEqual({ n: 2 ** 62 });
});

describe("tiles", () => {
  test("have their places where web maps have them", () => {
    const world = new MapTile(0, 0, 0, 4096);
    expect(world.box).toEqual({
      west: -180,
      east: 180,
      south: expect.closeTo(-85.0511287798066, 10) as number,
      north: expect.closeTo(85.0511287798066, 10) as number,
    });
    expect([world.across(0), world.down(0)]).toEqual([2048, 2048]);
    const tile = new MapTile(2, 3, 1, 256);
    expect([tile.box.west, tile.box.east, tile.box.south]).toEqual([90, 180, 0]);
    expect([tile.across(90), tile.across(180), Math.round(tile.down(0))]).toEqual([0, 256, 256]);
  });

  test.each([
    [30, 0, 0, "Invalid geotile_grid precision of 30. Must be between 0 and 29."],
    [-1, 0, 0, "Invalid geotile_grid precision of -1. Must be between 0 and 29."],
    [1, 2, 0, "Zoom/X/Y combination is not valid: 1/2/0"],
    [1, 0, -1, "Zoom/X/Y combination is not valid: 1/0/-1"],
  ])("%i/%i/%i is none", (zoom, x, y, reason) => {
    expect(() => new MapTile(zoom, x, y, 1)).toThrow(reason);
  });

  test("show the points that are on them, each pixel once", () => {
    const tile = new MapTile(1, 1, 0, 100);
    const points = tile.points([
      [90, 10],
      [-90, 10],
      [90, 10.0001],
      [10, 50],
    ]);
    expect(points?.parts).toEqual([
      [
        { x: 6, y: 68 },
        { x: 50, y: 94 },
      ],
    ]);
    expect(tile.points([[-1, -1]])).toBeUndefined();
  });
});

describe("what is drawn of shapes", () => {
  const tile = new MapTile(0, 0, 0, 4096);
  const square = (size: number): number[][] => [
    [0, 0],
    [size, 0],
    [size, size],
    [0, size],
    [0, 0],
  ];
  const drawn = (shape: object, on = tile, buffer = 5): [number, number][][][] =>
    shapeFeatures(JSON.parse(JSON.stringify(shape)) as never, on, buffer).map(({ parts }) =>
      parts.map((part) => part.map(({ x, y }) => [x, y])),
    );

  test("outer rings go clockwise on the screen, holes the other way", () => {
    const hole = [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ];
    const [[shell, inner] = []] = drawn({ type: "Polygon", coordinates: [square(10), hole] });
    const area = (ring: [number, number][]): number =>
      ring.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = ring[(at + 1) % ring.length]!;
        return sum + x * nextY - nextX * y;
      }, 0);
    expect([Math.sign(area(shell!)), Math.sign(area(inner!))]).toEqual([1, -1]);
  });

  test("what is beyond the tile and its margin is cut off", () => {
    const east = new MapTile(1, 1, 0, 100);
    const [[line] = []] = drawn(
      {
        type: "LineString",
        coordinates: [
          [-90, 45],
          [90, 45],
        ],
      },
      east,
      5,
    );
    expect(line).toEqual([
      [-5, 72],
      [50, 72],
    ]);
    expect(drawn({ type: "Polygon", coordinates: [square(-10)] }, new MapTile(3, 7, 0, 100))).toEqual([]);
  });

  test("what is smaller than a pixel is not seen", () => {
    expect(drawn({ type: "Polygon", coordinates: [square(0.0001)] })).toEqual([]);
    expect(
      drawn({
        type: "LineString",
        coordinates: [
          [0, 0],
          [0.0001, 0],
        ],
      }),
    ).toEqual([]);
  });

  test("several shapes are one feature, members of a collection their own", () => {
    const polygon = { type: "Polygon", coordinates: [square(10)] };
    const both = { type: "MultiPolygon", coordinates: [[square(10)], [square(-10)]] };
    expect(drawn(both).map((parts) => parts.length)).toEqual([2]);
    const collection = { type: "GeometryCollection", geometries: [polygon, { type: "Point", coordinates: [1, 1] }] };
    expect(drawn(collection)).toHaveLength(2);
    expect(
      drawn({
        type: "envelope",
        coordinates: [
          [0, 10],
          [10, 0],
        ],
      })[0]![0],
    ).toHaveLength(4);
  });

  test("no point of what is cut lies outside", () => {
    const box = { least: -5, most: 105 };
    const far = fc.record({ x: fc.integer({ min: -300, max: 400 }), y: fc.integer({ min: -300, max: 400 }) });
    fc.assert(
      fc.property(fc.array(far, { minLength: 2, maxLength: 8 }), (line) => {
        for (const { x, y } of [...clipRing(line, box), ...clipLine(line, box).flat()])
          expect(Math.max(Math.abs(x - 50), Math.abs(y - 50))).toBeLessThan(55.001);
      }),
      { numRuns: 200 },
    );
  });

  test("points near the line that is left are left out, and no others", () => {
    const line = [
      { x: 0, y: 0 },
      { x: 5, y: 0.9 },
      { x: 10, y: 0 },
      { x: 15, y: 9 },
      { x: 20, y: 0 },
    ];
    expect(simplified(line, 1).map(({ x }) => x)).toEqual([0, 10, 15, 20]);
  });
});

describe("measures", () => {
  const ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ];

  test("a label stands in the middle, or on the shape", () => {
    expect(labelPosition([{ type: "Polygon", coordinates: [ring] }])).toEqual([5, 5]);
    expect(labelPosition([{ type: "Point", coordinates: [1, 2] }])).toEqual([1, 2]);
    const hook = [
      [0, 0],
      [10, 0],
      [10, 1],
      [1, 1],
      [1, 10],
      [0, 10],
      [0, 0],
    ];
    expect([[1, 1]]).toContainEqual(labelPosition([{ type: "Polygon", coordinates: [hook] }]));
    expect(labelPosition([])).toBeUndefined();
  });

  test("the larger of two shapes has the larger diagonal", () => {
    const tile = new MapTile(0, 0, 0, 4096);
    const large = shapeDiagonal([{ type: "Polygon", coordinates: [ring] }], tile);
    expect(large).toBeGreaterThan(
      shapeDiagonal(
        [
          {
            type: "LineString",
            coordinates: [
              [0, 0],
              [5, 5],
            ],
          },
        ],
        tile,
      ),
    );
    expect(shapeDiagonal([{ type: "Point", coordinates: [1, 1] }], tile)).toBe(0);
  });
});
