/** For any document, parsing ends soon with a geometry or a request error. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { RecordingBuilder } from "../../testing/mapping/recording-builder.ts";
import { documentParserOf } from "../source-document-parser.ts";
import { MAX_CORNERS, parseGeometry } from "./parse-geometry.ts";

const options = { coerce: false, right: true, ignoreZ: true };
const mapping = { properties: { g: { type: "geo_shape" }, s: { type: "shape" }, p: { type: "point" } } };
const parser = documentParserOf({ name: "limits", settings: {}, mapping, mappingVersion: 1 });

/** The type and reason of the innermost error, or undefined. */
function refusal(field: string, value: Json): string | undefined {
  const builder = new RecordingBuilder();
  builder.start();
  try {
    parser.index({ id: "1", routing: undefined, source: { [field]: value }, dynamicTemplates: undefined }, builder);
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.cause?.message ?? error.message;
  }
}

const coordinate = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double(),
  fc.integer({ min: -400, max: 400 }),
  fc.constantFrom(180, -180, 90, 0, 1e300, 1e-300),
);
const corner = fc.array(coordinate, { minLength: 1, maxLength: 4 });
const nested = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: "small" }, corner, fc.array(tie("node"), { maxLength: 6 })),
})).node;
const ring = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 8 })
  .map((corners) => [...corners, corners[0]!]);
const typeNames = fc.constantFrom(
  "Point",
  "LineString",
  "Polygon",
  "MultiPoint",
  "MultiLineString",
  "MultiPolygon",
  "Envelope",
  "Circle",
  "GeometryCollection",
  "foo",
);
const geoJson = fc.record(
  {
    type: typeNames,
    coordinates: fc.oneof(nested, fc.array(ring, { maxLength: 3 }), ring),
    orientation: fc.constantFrom("left", "ccw", "x"),
  },
  { requiredKeys: ["type"] },
);
const wkt = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "POINT",
        "POLYGON",
        "MULTIPOLYGON",
        "LINESTRING",
        "GEOMETRYCOLLECTION",
        "BBOX",
        "EMPTY",
        "(",
        ")",
        ",",
        " ",
        "((",
        "))",
        "#",
        "Z",
      ),
      coordinate.map(String),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 25 },
  )
  .map((words) => words.join(" "));

test("any value is indexed or refused", () => {
  fc.assert(
    fc.property(fc.constantFrom("g", "s", "p"), fc.oneof(geoJson, wkt, fc.jsonValue(), nested), (field, value) => {
      refusal(field, value as Json);
    }),
    { numRuns: 3000 },
  );
});

test("random rings are indexed or refused, across the date line too", () => {
  fc.assert(
    fc.property(fc.constantFrom("g", "s"), fc.array(ring, { minLength: 1, maxLength: 3 }), (field, rings) => {
      refusal(field, { type: "Polygon", coordinates: rings });
    }),
    { numRuns: 2000 },
  );
});

test("collections nest up to a depth", () => {
  const deep = (depth: number): string => `${"GEOMETRYCOLLECTION (".repeat(depth)}POINT (1 2)${")".repeat(depth)}`;
  expect(refusal("g", deep(1000))).toBeUndefined();
  expect(refusal("g", deep(1001))).toBe("maximum nested depth of 1000 exceeded");
});

test("a line goes around the globe a limited number of times", () => {
  expect(refusal("g", `LINESTRING (0 0, ${360 * 1000} 1)`)).toBeUndefined();
  expect(refusal("g", `LINESTRING (0 0, ${360 * 1001} 1)`)).toBe("line goes around the globe more than [1000] times");
  expect(refusal("g", "LINESTRING (0 0, 1e300 1)")).toBe("line goes around the globe more than [1000] times");
});

test("a geometry has a limited number of corners", () => {
  const points = (count: number): Json => ({
    type: "MultiPoint",
    coordinates: Array.from({ length: count }, () => [1, 2]),
  });
  expect(() => parseGeometry(points(MAX_CORNERS), options)).not.toThrow();
  expect(() => parseGeometry(points(MAX_CORNERS + 1), options)).toThrow(
    `geometry has [${MAX_CORNERS + 1}] corners, more than the allowed [${MAX_CORNERS}]`,
  );
});

test("a star with many corners is tessellated in time", () => {
  const corners = 10_000;
  const star = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const radius = index % 2 === 0 ? 10 : 9.9;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const begin = performance.now();
  expect(refusal("g", { type: "Polygon", coordinates: [[...star, star[0]!]] })).toBeUndefined();
  expect(performance.now() - begin).toBeLessThan(20_000);
});
