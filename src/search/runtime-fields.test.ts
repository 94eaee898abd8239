/** Runtime fields in searches: queries, sorts, aggregations and what hits show. */
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { hitsOf, idsOf, SearchFixture } from "./search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("a", {
    mapping: {
      dynamic: false,
      runtime: {
        k: { type: "keyword" },
        l: { type: "long" },
        d: { type: "double" },
        b: { type: "boolean" },
        t: { type: "date" },
        i: { type: "ip" },
        g: { type: "geo_point" },
        m: { type: "long" },
      },
      properties: { m: { type: "keyword" }, tx: { type: "text" } },
    },
  });
  await fixture.write("a", [
    ["1", { k: "abc", l: 5, d: 1.5, b: true, t: "2020-01-01", i: "1.2.3.4", g: "1.1,2.2", m: "7", tx: "hello", raw: ["b", "a", "b"] }],
  ]);
  await fixture.write("a", [
    [
      "2",
      {
        k: "abd",
        l: [6, 6, 1],
        d: 2.5,
        b: false,
        t: "2021-01-01",
        i: "::1",
        g: [
          { lat: 10, lon: 20 },
          { lat: 11, lon: 21 },
        ],
        m: "8",
        tx: "world",
        raw: ["c", "b"],
      },
    ],
    ["3", { other: 1 }],
  ]);
});

describe("queries", () => {
  test.each<[JsonObject, string[]]>([
    [{ term: { k: "abc" } }, ["1"]],
    [{ term: { k: { value: "ABC", case_insensitive: true } } }, ["1"]],
    [{ terms: { k: ["abc", "zz"] } }, ["1"]],
    [{ terms: { l: [1, 5] } }, ["1", "2"]],
    [{ range: { l: { gt: 1, lte: 5 } } }, ["1"]],
    [{ range: { k: { gt: "abc" } } }, ["2"]],
    [{ range: { t: { gte: "2020-06-01" } } }, ["2"]],
    [{ term: { t: "2020" } }, ["1"]],
    [{ range: { d: { gte: 1.6 } } }, ["2"]],
    [{ range: { i: { gte: "1.0.0.0" } } }, ["1"]],
    [{ term: { i: "1.2.0.0/16" } }, ["1"]],
    [{ terms: { i: ["1.2.0.0/16", "::1"] } }, ["1", "2"]],
    [{ term: { b: true } }, ["1"]],
    [{ range: { b: { gte: true } } }, []],
    [{ exists: { field: "g" } }, ["1", "2"]],
    [{ prefix: { k: "ab" } }, ["1", "2"]],
    [{ wildcard: { k: "a?c" } }, ["1"]],
    [{ regexp: { k: "a.c" } }, ["1"]],
    [{ fuzzy: { k: "abx" } }, ["1", "2"]],
    [{ match: { k: "abc" } }, ["1"]],
    [{ match_bool_prefix: { k: "ab" } }, []],
    [{ query_string: { query: "abc" } }, ["1"]],
    [{ geo_distance: { distance: "200km", g: "1,2" } }, ["1"]],
    [{ geo_bounding_box: { g: { top_left: "12,2", bottom_right: "1,30" } } }, ["1", "2"]],
    [{ term: { m: 7 } }, ["1"]],
    [{ bool: { must_not: [{ exists: { field: "k" } }] } }, ["3"]],
  ])("%j", async (query, ids) => {
    const response = await fixture.search("a", { query, sort: ["_doc"] });
    expect(idsOf(response).sort()).toEqual(ids);
  });
});

test("hits", async () => {
  const response = await fixture.search("a", {
    query: { term: { k: { value: "abd", boost: 2.5 } } },
    fields: ["*"],
    docvalue_fields: ["raw", "l"],
    explain: true,
    profile: true,
    runtime_mappings: { raw: { type: "keyword" } },
    highlight: { fields: { k: {} } },
    aggs: { a: { terms: { field: "raw" } }, s: { stats: { field: "l" } }, vc: { value_count: { field: "l" } } },
  });
  console.log(JSON.stringify(response, null, 1));
  expect(hitsOf(response)).toHaveLength(1);
});
