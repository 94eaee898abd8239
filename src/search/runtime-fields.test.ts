/**
 * Runtime fields in searches: what is found, shown, sorted and counted. The expectations of the tables are answers of
 * Elasticsearch.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse, RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";
import { defaultSearchSettings } from "./search-settings.ts";

const fixture = new SearchFixture();

const TYPES = {
  k: { type: "keyword" },
  l: { type: "long" },
  d: { type: "double" },
  b: { type: "boolean" },
  t: { type: "date" },
  i: { type: "ip" },
  g: { type: "geo_point" },
};

beforeAll(async () => {
  const properties = { m: { type: "keyword" }, tx: { type: "text" }, o: { properties: { p: { type: "keyword" } } } };
  await fixture.create("a", { mapping: { dynamic: false, runtime: { ...TYPES, m: { type: "long" } }, properties } });
  const first = {
    k: "abc",
    l: 5,
    d: 1.5,
    b: true,
    t: "2020-01-01",
    i: "1.2.3.4",
    g: "1.1,2.2",
    m: "7",
    tx: "hello",
    raw: ["b", "a", "b"],
    o: { p: "q" },
  };
  const points = [
    { lat: 10, lon: 20 },
    { lat: 11, lon: 21 },
  ];
  await fixture.write("a", [["1", first]]);
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
        g: points,
        m: "8",
        tx: "world",
        raw: ["c", "b"],
      },
    ],
    ["3", { other: 1 }],
  ]);
});

/** The error of a search, as it is answered. */
async function refusal(body: JsonObject, index = "a"): Promise<JsonObject> {
  try {
    await fixture.search(index, body);
  } catch (error) {
    if (error instanceof RequestError) return JSON.parse(JSON.stringify(errorResponse(error))) as JsonObject;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("queries", () => {
  test.each<[JsonObject, string[]]>([
    [{ term: { k: "abc" } }, ["1"]],
    [{ term: { k: { value: "ABC", case_insensitive: true } } }, ["1"]],
    [{ terms: { k: ["abc", "zz"] } }, ["1"]],
    [{ terms: { l: [1, 5] } }, ["1", "2"]],
    [{ term: { l: 5.5 } }, []],
    [{ range: { l: { gt: 1, lte: 5 } } }, ["1"]],
    [{ range: { k: { gt: "abc" } } }, ["2"]],
    [{ range: { t: { gte: "2020-06-01" } } }, ["2"]],
    [{ term: { t: "2020" } }, ["1"]],
    [{ range: { d: { gte: 1.6 } } }, ["2"]],
    [{ range: { i: { gte: "1.0.0.0" } } }, ["1"]],
    [{ term: { i: "1.2.0.0/16" } }, ["1"]],
    [{ terms: { i: ["1.2.0.0/16", "::1"] } }, ["1", "2"]],
    [{ term: { b: "true" } }, ["1"]],
    [{ terms: { b: [true, false] } }, ["1", "2"]],
    [{ range: { b: { gte: true } } }, []],
    [{ exists: { field: "g" } }, ["1", "2"]],
    [{ exists: { field: "o" } }, ["1"]],
    [{ prefix: { k: "ab" } }, ["1", "2"]],
    [{ wildcard: { k: "a?c" } }, ["1"]],
    [{ regexp: { k: "a.c" } }, ["1"]],
    [{ fuzzy: { k: "abx" } }, ["1", "2"]],
    [{ match: { k: "abc" } }, ["1"]],
    [{ match_phrase: { l: "5" } }, ["1"]],
    [{ match_bool_prefix: { k: "ab" } }, []],
    [{ query_string: { query: "abc" } }, ["1"]],
    [{ geo_distance: { distance: "200km", g: "1,2" } }, ["1"]],
    [{ geo_bounding_box: { g: { top_left: "12,2", bottom_right: "1,30" } } }, ["1", "2"]],
    [
      {
        geo_shape: {
          g: {
            shape: {
              type: "envelope",
              coordinates: [
                [0, 5],
                [5, 0],
              ],
            },
          },
        },
      },
      ["1"],
    ],
    [
      {
        geo_shape: {
          g: {
            relation: "disjoint",
            shape: {
              type: "envelope",
              coordinates: [
                [0, 5],
                [5, 0],
              ],
            },
          },
        },
      },
      ["2"],
    ],
    [
      {
        geo_shape: {
          g: {
            relation: "contains",
            shape: {
              type: "envelope",
              coordinates: [
                [0, 5],
                [5, 0],
              ],
            },
          },
        },
      },
      [],
    ],
    [{ term: { m: 7 } }, ["1"]],
    [{ bool: { must_not: [{ exists: { field: "k" } }] } }, ["3"]],
  ])("%j", async (query, ids) => {
    expect(idsOf(await fixture.search("a", { query })).sort()).toEqual(ids);
  });

  test.each<[JsonObject, string]>([
    [
      { prefix: { l: "5" } },
      "Can only use prefix queries on keyword, text and wildcard fields - not on [l] which is a runtime field of type [long]",
    ],
    [
      { regexp: { i: "5" } },
      "Can only use regexp queries on keyword and text fields - not on [i] which is a runtime field of type [ip]",
    ],
    [
      { fuzzy: { b: "5" } },
      "Can only use fuzzy queries on keyword and text fields - not on [b] which is a runtime field of type [boolean]",
    ],
    [
      { match_phrase_prefix: { k: "a" } },
      "Can only use phrase prefix queries on text fields - not on [k] which is a runtime field of type [keyword]",
    ],
    [{ range: { g: { gte: 1 } } }, "Runtime field [g] of type [geo_point] does not support range queries"],
    [
      { term: { g: "1,2" } },
      "Geometry fields do not support exact searching, use dedicated geometry queries instead: [g]",
    ],
    [{ term: { b: "x" } }, "Failed to parse value [x] as only [true] or [false] are allowed."],
    [{ term: { i: "x" } }, "'x' is not an IP string literal."],
    [{ term: { l: "x" } }, 'For input string: "x"'],
  ])("%j is refused", async (query, words) => {
    const { error } = await refusal({ query });
    expect((error as { root_cause: JsonObject[] }).root_cause).toMatchObject([
      { type: "query_shard_exception", reason: `failed to create query: ${words}` },
    ]);
  });

  test("a match scores its boost, and says so", async () => {
    const response = await fixture.search("a", { query: { term: { k: { value: "abc", boost: 2.5 } } }, explain: true });
    const factors = [
      { value: 2.5, description: "boost", details: [] },
      { value: 1, description: "runtime_field_score is always 1", details: [] },
    ];
    const explained = {
      value: 2.5,
      description: "k:abc^2.5",
      details: [{ value: 2.5, description: "boost * runtime_field_score", details: factors }],
    };
    expect(hitsOf(response)[0]).toMatchObject({ _score: 2.5, _explanation: explained });
  });

  test("search.allow_expensive_queries refuses them, but for geographic ones", async () => {
    const strict = new SearchFixture();
    await strict.create("a", { mapping: { dynamic: false, runtime: TYPES } });
    await strict.write("a", [["1", { k: "abc", g: "1,2" }]]);
    strict.thread.applyCustoms("settings", { ...defaultSearchSettings, maxBuckets: 100, allowExpensiveQueries: false });
    const words =
      "queries cannot be executed against runtime fields while [search.allow_expensive_queries] is set to [false].";
    for (const query of [
      { term: { k: "abc" } },
      { exists: { field: "k" } },
      { prefix: { k: "a" } },
      { range: { k: { gte: "a" } } },
      { match: { k: "abc" } },
    ]) {
      await expect(strict.search("a", { query }), JSON.stringify(query)).rejects.toMatchObject({
        status: 400,
        rootCauses: [{ type: "exception", message: words }],
      });
    }
    const near = { geo_distance: { distance: "10km", g: "1,2" } };
    expect(
      idsOf(await strict.search("a", { query: near, sort: ["k"], aggs: { a: { terms: { field: "k" } } } })),
    ).toEqual(["1"]);
  });
});

describe("hits", () => {
  async function fields(body: JsonObject): Promise<Json[]> {
    const response = await fixture.search("a", { query: { term: { m: 8 } }, _source: false, ...body });
    return hitsOf(response).map((hit) => hit.fields ?? {});
  }

  test("all values are shown, ascending, points as they came", async () => {
    const shown = {
      k: ["abd"],
      l: [1, 6, 6],
      d: [2.5],
      b: [false],
      t: ["2021-01-01T00:00:00.000Z"],
      i: ["::1"],
      m: [8],
      g: [
        { type: "Point", coordinates: [20, 10] },
        { type: "Point", coordinates: [21, 11] },
      ],
    };
    expect(await fields({ fields: ["*"] })).toEqual([{ ...shown, tx: ["world"] }]);
  });

  test("formats", async () => {
    const asked = {
      fields: [
        { field: "t", format: "yyyy" },
        { field: "g", format: "wkt" },
      ],
      docvalue_fields: [{ field: "l", format: "0000.0" }],
    };
    expect(await fields(asked)).toEqual([
      { t: ["2021"], g: ["POINT (20.0 10.0)", "POINT (21.0 11.0)"], l: ["0001.0", "0006.0", "0006.0"] },
    ]);
    for (const [field, type] of [
      ["k", "keyword"],
      ["b", "boolean"],
      ["i", "ip"],
    ] as const) {
      const { error } = await refusal({ fields: [{ field, format: "#" }] });
      const reason = `error fetching [${field}]: Field [${field}] of type [${type}] does not support custom formats`;
      expect((error as { root_cause: JsonObject[] }).root_cause).toEqual([
        { type: "illegal_argument_exception", reason },
      ]);
    }
  });

  test("repetitions are kept in docvalue_fields and counted by value_count, and count once for buckets", async () => {
    const body = {
      runtime_mappings: { raw: { type: "keyword" } },
      query: { exists: { field: "raw" } },
      docvalue_fields: ["raw"],
      sort: ["k"],
    };
    const response = await fixture.search("a", {
      ...body,
      aggs: { n: { value_count: { field: "raw" } }, terms: { terms: { field: "raw" } } },
    });
    expect(hitsOf(response).map((hit) => (hit.fields as JsonObject).raw)).toEqual([
      ["a", "b", "b"],
      ["b", "c"],
    ]);
    const { n, terms } = response.aggregations as Record<string, JsonObject>;
    expect(n).toEqual({ value: 5 });
    expect(terms!.buckets).toEqual([
      { key: "b", doc_count: 2 },
      { key: "a", doc_count: 1 },
      { key: "c", doc_count: 1 },
    ]);
  });

  test("what a query on a runtime field found is highlighted", async () => {
    const response = await fixture.search("a", {
      query: { prefix: { k: "ab" } },
      highlight: { fields: { "*": {} } },
      sort: ["k"],
    });
    expect(hitsOf(response).map((hit) => hit.highlight)).toEqual([{ k: ["<em>abc</em>"] }, { k: ["<em>abd</em>"] }]);
  });

  test("sorted", async () => {
    const response = await fixture.search("a", {
      sort: [{ k: "desc" }, { l: { order: "desc", mode: "sum" } }, { t: { format: "yyyy" } }, "b", "i", "d"],
    });
    expect(hitsOf(response).map((hit) => hit.sort)).toEqual([
      ["abd", 13, "2021", 0, "::1", 2.5],
      ["abc", 5, "2020", 1, "1.2.3.4", 1.5],
      [null, -9223372036854776000, null, 9223372036854776000, null, "Infinity"],
    ]);
    const near = await fixture.search("a", {
      sort: [{ _geo_distance: { g: "0,0", unit: "km" } }],
      query: { exists: { field: "g" } },
    });
    expect(hitsOf(near).map((hit) => Number((hit.sort as Json[])[0]))).toEqual([
      expect.closeTo(273.49028564995115, 9),
      expect.closeTo(2476.174817451977, 9),
    ]);
  });

  test("aggregations", async () => {
    const response = await fixture.search("a", {
      size: 0,
      aggs: {
        s: { stats: { field: "l" } },
        h: { date_histogram: { field: "t", calendar_interval: "year" } },
        i: { terms: { field: "i" } },
        b: { terms: { field: "b" } },
        m: { missing: { field: "k" } },
        c: { cardinality: { field: "k" } },
      },
    });
    const { s, h, i, b, m, c } = response.aggregations as Record<string, JsonObject>;
    expect(s).toEqual({ count: 4, min: 1, max: 6, avg: 4.5, sum: 18 });
    expect((h!.buckets as JsonObject[]).map((bucket) => bucket.doc_count)).toEqual([1, 1]);
    expect((i!.buckets as JsonObject[]).map((bucket) => bucket.key)).toEqual(["::1", "1.2.3.4"]);
    expect((b!.buckets as JsonObject[]).map((bucket) => bucket.key_as_string)).toEqual(["false", "true"]);
    expect([m!.doc_count, c!.value]).toEqual([1, 2]);
  });
});

describe("queries within aggregations", () => {
  test.each<[JsonObject, unknown]>([
    [{ filter: { term: { k: "abc" } } }, { doc_count: 1 }],
    [
      { filters: { filters: { a: { range: { l: { gte: 1 } } }, b: { exists: { field: "d" } } } } },
      { buckets: { a: { doc_count: 2 }, b: { doc_count: 2 } } },
    ],
    [
      { terms: { field: "k" }, aggs: { f: { filter: { term: { l: 5 } } } } },
      { buckets: [{ f: { doc_count: 1 } }, { f: { doc_count: 0 } }] },
    ],
  ])("%j", async (aggregation, expected) => {
    expect((await fixture.search("a", { size: 0, aggs: { x: aggregation } })).aggregations).toMatchObject({
      x: expected,
    });
  });
});

describe("runtime_mappings", () => {
  test("stand before the mapping, for one request", async () => {
    const body = { query: { term: { tx: "hello" } }, fields: ["tx", "m"], _source: false };
    const prefixed = {
      query: { prefix: { tx: "hel" } },
      runtime_mappings: { tx: { type: "keyword" }, m: { type: "keyword" } },
      fields: ["m"],
    };
    expect(hitsOf(await fixture.search("a", prefixed)).map((hit) => hit.fields)).toEqual([{ m: ["7"] }]);
    expect(hitsOf(await fixture.search("a", body)).map((hit) => hit.fields)).toEqual([{ tx: ["hello"], m: [7] }]);
  });

  test.each<[Json, string, string]>([
    [
      { a: null },
      "mapper_parsing_exception",
      "Runtime field [a] was set to null but its removal is not supported in this context",
    ],
    [
      { a: "x" },
      "mapper_parsing_exception",
      "Expected map for runtime field [a] definition but got a java.lang.String",
    ],
    [{ a: {} }, "mapper_parsing_exception", "No type specified for runtime field [a]"],
    [
      { a: { type: "long", foo: 1 } },
      "mapper_parsing_exception",
      "unknown parameter [foo] on runtime field [a] of type [long]",
    ],
    [
      { a: { type: "long", script: { source: "emit(1)", lang: "foo" } } },
      "illegal_argument_exception",
      "script_lang not supported [foo]",
    ],
    [
      { a: { type: "long", script: { id: "x" } } },
      "illegal_argument_exception",
      "stored scripts are not supported for runtime field [a]",
    ],
    [
      { a: { type: "composite", script: "return", fields: { b: { type: "long" } } }, "a.b": { type: "long" } },
      "illegal_argument_exception",
      "Found two runtime fields with same name [a.b]",
    ],
    [
      { a: { type: "composite", fields: {} } },
      "illegal_argument_exception",
      "composite runtime field [a] must declare a [script]",
    ],
  ])("%j fails on every shard", async (runtime, type, reason) => {
    const answer = await refusal({ runtime_mappings: runtime });
    expect(answer).toMatchObject({
      status: 400,
      error: { type: "search_phase_execution_exception", root_cause: [{ type, reason }] },
    });
  });

  test.each([["x"], [null], [[]]])("%j is no section", async (runtime) => {
    expect(await refusal({ runtime_mappings: runtime })).toMatchObject({
      status: 400,
      error: { type: "parsing_exception" },
    });
  });
});

describe("documents that change", () => {
  test("the newest version counts, in memory and sealed, and deleted documents do not", async () => {
    const changing = new SearchFixture();
    await changing.create("c", { mapping: { dynamic: false, runtime: { n: { type: "long" } } } });
    await changing.write(
      "c",
      Array.from({ length: 20 }, (_, at) => [`d${at}`, { n: at }] as const),
    );
    const count = async (): Promise<Json> => {
      const response = await changing.search("c", {
        size: 0,
        query: { range: { n: { gte: 5 } } },
        aggs: { sum: { sum: { field: "n" } } },
      });
      return [
        (response.hits as { total: JsonObject }).total.value ?? null,
        (response.aggregations as { sum: JsonObject }).sum.value ?? null,
      ];
    };
    expect(await count()).toEqual([15, 180]);
    await changing.write("c", [
      ["d19", { n: 100 }],
      ["d0", { n: 7 }],
    ]);
    expect(await count()).toEqual([16, 268]);
    await changing.delete("c", ["d5", "d6"]);
    expect(await count()).toEqual([14, 257]);
    await changing.flush("c");
    expect(await count()).toEqual([14, 257]);
  });

  test("several windows of documents", async () => {
    const large = new SearchFixture();
    await large.create("l", { mapping: { dynamic: false, runtime: { n: { type: "long" }, k: { type: "keyword" } } } });
    const documents = Array.from(
      { length: 9000 },
      (_, at) => [`d${at}`, at % 3 === 0 ? {} : { n: at, k: `k${at % 100}` }] as const,
    );
    await large.write("l", documents);
    const totalOf = async (query: JsonObject): Promise<Json | undefined> =>
      ((await large.search("l", { size: 0, query, track_total_hits: true })).hits as { total: JsonObject }).total.value;
    expect(await totalOf({ exists: { field: "n" } })).toBe(6000);
    expect(await totalOf({ range: { n: { gte: 4000, lt: 8500 } } })).toBe(
      documents.filter(([, { n = -1 }]) => n >= 4000 && n < 8500).length,
    );
    expect(await totalOf({ terms: { k: ["k1", "k50"] } })).toBe(
      documents.filter(([, { k }]) => k === "k1" || k === "k50").length,
    );
    expect(await totalOf({ prefix: { k: "k9" } })).toBe(
      documents.filter(([, { k = "" }]) => k.startsWith("k9")).length,
    );
  });
});

test.each<[JsonObject]>([[{ enabled: false }], [{ excludes: ["k"] }]])(
  "a source with %j has no values for them",
  async (_source) => {
    const closed = new SearchFixture();
    await closed.create("s", { mapping: { dynamic: false, _source, runtime: { k: { type: "keyword" } } } });
    await closed.write("s", [["1", { k: "x" }]]);
    expect(idsOf(await closed.search("s", { query: { exists: { field: "k" } } }))).toEqual([]);
    expect(hitsOf(await closed.search("s", { fields: ["k"] })).map((hit) => hit.fields)).toEqual([undefined]);
  },
);
