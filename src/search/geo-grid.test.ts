/** `geo_grid`, and the queries that need models. Cells are those of the aggregations over the same grids. */
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";
import { idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  const properties = {
    p: { type: "geo_point" },
    s: { type: "geo_shape" },
    k: { type: "keyword" },
    m: { type: "semantic_text", inference_id: "endpoint" },
  };
  await fixture.create("g", { mapping: { properties } });
  const next = numbersFrom(3);
  const places = Array.from({ length: 200 }, () => [next() * 360 - 180, next() * 180 - 90]);
  places.push([0, 0], [180, 90], [-180, -90], [45, 45], [90, 0], [11.25, 0]);
  await fixture.write(
    "g",
    places.map((p, at) => [String(at), { p, k: "x" }] as const),
  );
});

async function bucketsOf(kind: string, precision: number): Promise<[string, number][]> {
  const aggs = { cells: { [kind]: { field: "p", precision, size: 1_000 } } };
  const { aggregations } = await fixture.search("g", { size: 0, aggs });
  const { buckets } = (aggregations as Record<string, { buckets: JsonObject[] }>)["cells"]!;
  return buckets.map((bucket) => [String(bucket["key"]), Number(bucket["doc_count"])]);
}

describe("geo_grid", () => {
  test.each([
    ["geohash", "geohash_grid", 1],
    ["geohash", "geohash_grid", 2],
    ["geotile", "geotile_grid", 0],
    ["geotile", "geotile_grid", 3],
    ["geotile", "geotile_grid", 5],
    ["geohex", "geohex_grid", 0],
    ["geohex", "geohex_grid", 2],
  ])("a %s of %s holds the points of its bucket, at precision %d", async (grid, aggregation, precision) => {
    for (const [cell, count] of await bucketsOf(aggregation, precision)) {
      const found = await fixture.search("g", { query: { geo_grid: { p: { [grid]: cell } } }, size: 300 });
      expect([cell, idsOf(found).length]).toEqual([cell, count]);
    }
  });

  test("finds shapes that have something in common with a cell", async () => {
    await fixture.create("shapes", { mapping: { properties: { s: { type: "geo_shape" } } } });
    await fixture.write("shapes", [
      ["in", { s: "POINT (1 1)" }],
      ["over", { s: "BBOX (-5, 5, 5, -5)" }],
      ["out", { s: "POINT (-60 60)" }],
    ]);
    const found = await fixture.search("shapes", { query: { geo_grid: { s: { geohash: "s0" } } } });
    expect(idsOf(found)).toEqual(["in", "over"]);
  });

  test.each([
    [{ geo_grid: { zz: { geohash: "s" } } }, "failed to find geo field [zz]"],
    [{ geo_grid: { k: { geohash: "s" } } }, "is of unsupported type [keyword] for [geo_grid] query"],
    [{ geo_grid: { p: { geotile: "1/2/0" } } }, "Invalid geotile_grid hash string of 1/2/0"],
    [{ geo_grid: { p: { geohash: "a" } } }, "unsupported symbol [a] in geohash [a]"],
    [{ geo_grid: { p: { geohex: "7fffffffffffffff" } } }, "Invalid h3 address [7fffffffffffffff]"],
    [{ geo_grid: { s: { geohex: "811fbffffffffff" } } }, "Field [s] of shapes has no [geohex] cells yet"],
    [{ geo_grid: { p: { foo: "a" } } }, "Invalid grid name [foo]"],
    [{ geo_grid: { p: { geohash: "s" }, k: { geohash: "s" } } }, "unexpected field [k]"],
    [{ semantic: { field: "k", query: "x" } }, "Field [k] of type [keyword] does not support semantic queries"],
    [{ semantic: { field: "m" } }, "Required [query]"],
    [{ text_expansion: { k: { model_id: "m" } } }, "[text_expansion] requires the [model_text] value"],
  ])("%j is refused", async (query, reason) => {
    const error: unknown = await fixture.search("g", { query }).catch((told: unknown) => told);
    expect(JSON.stringify(errorResponse(error))).toContain(reason);
  });

  test("unmapped fields match nothing where they may be missing", async () => {
    const query = { geo_grid: { zz: { geohash: "s" }, ignore_unmapped: true } };
    expect(idsOf(await fixture.search("g", { query }))).toEqual([]);
    expect(idsOf(await fixture.search("g", { query: { semantic: { field: "zz", query: "x" } } }))).toEqual([]);
  });
});
