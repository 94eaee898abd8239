/** Bodies of `geo_shape` and `shape`, accepted and refused, as Elasticsearch 8.19 answered. */
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

const fixture = new QueryFixture(
  {
    g: { type: "geo_shape" },
    gn: { type: "geo_shape", index: false, doc_values: false },
    s: { type: "shape" },
    p: { type: "point" },
    gp: { type: "geo_point" },
    k: { type: "keyword" },
  },
  [
    { g: "POINT (1 2)", s: "POINT (1 2)", p: "1,2", gp: "2,1" },
    {
      g: ["POINT (1 2)", "POINT (50 50)"],
      s: ["POINT (1 2)", "POINT (50 50)"],
      p: ["1,2", "50,50"],
      gp: ["2,1", "50,50"],
    },
    { k: "none" },
  ],
);
const BOX = "BBOX (0, 5, 5, 0)";

function answer(body: Json): unknown {
  try {
    return fixture.search(body).map(({ id }) => id);
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}

test.each<[Json, unknown]>([
  [{ geo_shape: { g: { shape: BOX } } }, ["0", "1"]],
  [{ geo_shape: { g: { shape: { type: "envelope", coordinates: [[0, 5], [5, 0]] }, relation: "WITHIN" } } }, ["0"]], // oxfmt-ignore
  [{ geo_shape: { g: { shape: BOX, relation: "disjoint" } } }, []],
  [{ geo_shape: { g: { shape: "MULTIPOINT (1 2, 50 50)", relation: "contains" } } }, ["1"]],
  [{ geo_shape: { g: { shape: "POLYGON ((0 0, 5 0, 5 5, 0 5))" } } }, ["0", "1"]],
  [{ geo_shape: { g: { shape: "POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))" } } }, ["0", "1"]],
  [{ geo_shape: { g: { shape: "POLYGON ((0 0, 1 1, 2 2, 0 0))" } } }, []],
  [{ geo_shape: { g: { shape: "GEOMETRYCOLLECTION EMPTY", relation: "disjoint" } } }, []],
  [{ geo_shape: { g: { shape: "POINT EMPTY" } } }, []],
  [{ geo_shape: { g: { shape: "CIRCLE (1 2 1e9)" } } }, ["0", "1"]],
  [{ geo_shape: { g: { shape: "BBOX (170, 60, 60, -60)" } } }, ["0", "1"]],
  [{ geo_shape: { g: { shape: BOX, strategy: "recursive" } } }, ["0", "1"]],
  [{ geo_shape: { x: { shape: BOX }, ignore_unmapped: true } }, []],
  [{ geo_shape: { gp: { shape: BOX } } }, ["0", "1"]],
  [{ geo_shape: { gp: { shape: BOX, relation: "within" } } }, ["0"]],
  [{ geo_shape: { gp: { shape: BOX, relation: "contains" } } }, []],
  [{ geo_shape: { gp: { shape: "POINT (1 2)", relation: "contains" } } }, ["0", "1"]],
  [{ shape: { s: { shape: BOX, relation: "within" } } }, ["0"]],
  [{ shape: { s: { shape: "LINESTRING (0 0, 5 5)", relation: "within" } } }, []],
  [{ shape: { p: { shape: "GEOMETRYCOLLECTION (BBOX (0, 5, 5, 0))" } } }, ["0", "1"]],
  [{ shape: { p: { shape: "GEOMETRYCOLLECTION (BBOX (0, 5, 5, 0), BBOX (40, 60, 60, 40))" } } }, ["1"]],
  [{ shape: { p: { shape: "GEOMETRYCOLLECTION EMPTY" } } }, []],
  [{ shape: { p: { shape: "CIRCLE (1 2 1)" } } }, ["0", "1"]],

  [{ geo_shape: { g: { shape: BOX, relation: "foo" } } }, "Unknown shape operation [foo ]"],
  [{ geo_shape: { g: {} } }, "either shape or indexedShapeId is required"],
  [{ geo_shape: { g: { shape: null } } }, "either shape or indexedShapeId is required"],
  [{ geo_shape: { g: { indexed_shape: "x" } } }, "either shape or indexedShapeId is required"],
  [{ geo_shape: {} }, "fieldName is required"],
  [{ geo_shape: { ignore_unmapped: true } }, "fieldName is required"],
  [{ geo_shape: { g: 5 } }, "query does not support [g]"],
  [{ geo_shape: { g: { shape: BOX, foo: 1 } } }, "query does not support [foo]"],
  [{ geo_shape: { g: { shape: BOX }, foo: 1 } }, "query does not support [foo]"],
  [{ geo_shape: { g: { shape: BOX }, gp: { shape: BOX } } }, "point specified twice. [gp]"],
  [{ geo_shape: { g: { shape: 5 } } }, "shape must be an object consisting of type and coordinates"],
  [{ geo_shape: { g: { shape: "foo" } } }, "Unknown geometry type: foo"],
  [
    { geo_shape: { g: { shape: { type: "foo", coordinates: [1, 2] } } } },
    "Failed to build [geojson] after last required field arrived",
  ],
  [{ geo_shape: { g: { shape: "CIRCLE (1 2 -1)" } } }, "Circle radius [-1.0] cannot be negative"],
  [{ geo_shape: { g: { shape: BOX, strategy: "foo" } } }, "Unknown strategy [foo]"],
  [
    { geo_shape: { g: { shape: BOX, strategy: "term", relation: "within" } } },
    "strategy [term] only supports relation [intersects] found relation [within]",
  ],
  [{ geo_shape: { x: { shape: BOX } } }, "failed to find type for field [x]"],
  [{ geo_shape: { k: { shape: BOX } } }, "Field [k] is of unsupported type [keyword] for [geo_shape] query"],
  [{ geo_shape: { s: { shape: BOX } } }, "Field [s] is of unsupported type [shape] for [geo_shape] query"],
  [
    { geo_shape: { gn: { shape: BOX } } },
    "failed to create query: Cannot search on field [gn] since it is not indexed nor has doc values.",
  ],
  [
    { geo_shape: { g: { shape: "BBOX (0, 5, 95, 0)" } } },
    "Exception creating query on Field [g] invalid latitude 95.0; must be between -90.0 and 90.0",
  ],
  [
    { geo_shape: { g: { shape: "BBOX (190, 200, 5, 0)" } } },
    "Exception creating query on Field [g] invalid longitude 190.0; must be between -180.0 and 180.0",
  ],
  [
    { geo_shape: { g: { shape: "LINESTRING (0 0, 5 NaN)" } } },
    "Exception creating query on Field [g] invalid latitude NaN; must be between -90.0 and 90.0",
  ],
  [
    { geo_shape: { g: { shape: "CIRCLE (1 2 NaN)" } } },
    "Exception creating query on Field [g] radiusMeters: 'NaN' is invalid",
  ],
  [
    { geo_shape: { g: { shape: "LINESTRING (0 0, 5 5)", relation: "within" } } },
    "Exception creating query on Field [g] found an unsupported shape Line",
  ],
  [
    { geo_shape: { gp: { shape: "LINESTRING (1 2, 3 4)", relation: "within" } } },
    "Exception creating query on Field [gp] found an unsupported shape Line",
  ],
  [{ shape: { g: { shape: BOX } } }, "Field [g] is of unsupported type [geo_shape] for [shape] query"],
  [{ shape: { p: { shape: BOX, relation: "within" } } }, "WITHIN query relation not supported for Field [p]."],
  [{ shape: { p: { shape: "POINT (1 2)" } } }, "Field [p] does not support POINT queries"],
  [{ shape: { p: { shape: "MULTIPOINT (1 2)" } } }, "Field [p] does not support MULTIPOINT queries"],
  [{ shape: { p: { shape: "CIRCLE (1 2 0)" } } }, "failed to create query: radius must be bigger than 0, got 0.0"],
  [
    { shape: { s: { shape: "BBOX (5, 0, 5, 0)" } } },
    "Exception creating query on Field [s] minX must be lower than maxX, got 5.0 > 0.0",
  ],
  [{ shape: { s: { shape: BOX, strategy: "term" } } }, "query does not support [strategy]"],
  [
    { term: { g: "x" } },
    "failed to create query: Geometry fields do not support exact searching, use dedicated geometry queries instead: [g]",
  ],
  [
    { range: { g: { gte: 1 } } },
    "failed to create query: Field [g] of type [geo_shape] does not support range queries",
  ],
  [{ match: { g: "x" } }, "failed to create query: Field [g] of type [geo_shape] does not support match queries"],
])("%j", (body, expected) => {
  expect(answer(body)).toEqual(expected);
});

test("without a boost nothing is scored, as Elasticsearch has it", () => {
  const scores = (body: Json): number[] => fixture.search(body).map(({ score }) => score);
  expect(scores({ geo_shape: { g: { shape: BOX } } })).toEqual([0, 0]);
  expect(scores({ geo_shape: { g: { shape: BOX }, boost: 2 } })).toEqual([2, 2]);
});

test("values of one document count together", () => {
  const nested = new QueryFixture({ f: { type: "geo_shape" } }, [
    { f: [["POINT (1 1)"], "POLYGON ((10 10, 20 10, 20 20, 10 20, 10 10))"] },
  ]);
  const relation = (shape: string, name: string): number =>
    nested.count({ geo_shape: { f: { shape, relation: name } } });
  expect(relation("BBOX (0, 2, 2, 0)", "within")).toBe(0);
  expect(relation("BBOX (0, 30, 30, 0)", "within")).toBe(1);
  expect(relation("MULTIPOINT (1 1, 15 15)", "contains")).toBe(1);
  expect(relation("MULTIPOINT (1 1, 25 25)", "contains")).toBe(0);
});
