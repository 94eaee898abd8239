/** Boxes and refused bodies, as Elasticsearch 8.19 answered. */
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

const fixture = new QueryFixture({ g: { type: "geo_point" }, n: { type: "integer" } }, [
  { g: "10,20" },
  { g: "0,175" },
  { g: "0,-175" },
  { g: "90,0" },
  { n: 1 },
]);

function answer(body: Json): unknown {
  try {
    return fixture.search({ geo_bounding_box: body }).map(({ id }) => id);
  } catch (error) {
    if (error instanceof RequestError) return (error.cause ?? error).message;
    throw error;
  }
}

test.each<[Json, unknown]>([
  [{ g: { top_left: { lat: 20, lon: 10 }, bottom_right: { lat: 0, lon: 30 } } }, ["0"]],
  [{ g: { top_right: [30, 20], bottom_left: "0,10" } }, ["0"]],
  [{ g: { top: 10, left: "20", bottom: 10, right: 20 } }, ["0"]],
  [{ g: { wkt: "BBOX (10, 30, 20, 0)" } }, ["0"]],
  [{ g: { top: 1, left: 170, bottom: -1, right: -170 } }, ["1", "2"]],
  [{ g: { top: 1, left: -170, bottom: -1, right: 170 } }, []],
  [{ g: { top: 90, left: -180, bottom: -90, right: 180 } }, ["0", "1", "2", "3"]],
  [{ g: { top: 1, left: 170, bottom: -1, right: 190 }, validation_method: "COERCE" }, ["1", "2"]],
  [{ g: { top: 20, left: 180, bottom: -1, right: 540 }, validation_method: "COERCE" }, ["0", "1", "2"]],
  [{ g: { top_left: "t", bottom_right: "k" } }, []],
  [{ g: { top_left: "s", bottom_right: "s" } }, ["0"]],
  [{ nope: { top: 20, left: 10, bottom: 0, right: 30 }, ignore_unmapped: true }, []],
  [{ nope: { top: 20, left: 10, bottom: 0, right: 30 } }, "failed to find geo field [nope]"],
  [
    { n: { top: 20, left: 10, bottom: 0, right: 30 } },
    "Field [n] is of unsupported type [integer] for [geo_bounding_box] query",
  ],
  [{}, "failed to parse [geo_bounding_box] query. bounding box not provided"],
  [{ g: 5 }, "failed to parse [geo_bounding_box] query. unexpected field [g]"],
  [
    { g: { foo: 1 } },
    "failed to parse [geo_bounding_box] query. [failed to parse bounding box. unexpected field [foo]]",
  ],
  [
    { g: { wkt: "POINT (10 30)" } },
    "failed to parse [geo_bounding_box] query. [failed to parse WKT bounding box. [POINT] found. expected [ENVELOPE]]",
  ],
  [{ g: { wkt: "foo" } }, "failed to parse [geo_bounding_box] query. [failed to parse WKT bounding box]"],
  [
    { g: { wkt: "BBOX (10, 30, 20, 0)", top: 3 } },
    "failed to parse [geo_bounding_box] query. [failed to parse bounding box. Conflicting definition found using well-known text and explicit corners.]",
  ],
  [
    { g: { top_left: { lat: 20 }, bottom_right: "0,30" } },
    "failed to parse [geo_bounding_box] query. [Required [lon]]",
  ],
  [{ g: { top: 0, left: 10, bottom: 20, right: 30 } }, "top is below bottom corner: 0.0 vs. 20.0"],
  [{ g: { top: 20, left: 10, bottom: 10 } }, "right longitude is invalid: NaN"],
  [
    { g: { top: 100, left: -190, bottom: 10, right: 20 } },
    "Validation Failed: 1: [geo_bounding_box] top latitude is invalid: 100.0;2: [geo_bounding_box] left longitude is invalid: -190.0;",
  ],
  [
    { g: { top: 100, left: 10, bottom: 10, right: 20 }, validation_method: "IGNORE_MALFORMED" },
    "invalid latitude 100.0; must be between -90.0 and 90.0",
  ],
])("%j answers %j", (body, expected) => {
  expect(answer(body)).toEqual(expected);
});

test("the parameter type has no effect but a warning", () => {
  expect(answer({ type: "indexed", g: { top: 20, left: 10, bottom: 0, right: 30 } })).toEqual(["0"]);
  expect(fixture.warnings).toEqual(["Deprecated parameter [type] used, it should no longer be specified."]);
});
