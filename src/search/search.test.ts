import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse, RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const MAPPING: JsonObject = {
  properties: {
    title: { type: "text", fields: { kw: { type: "keyword" } } },
    n: { type: "long" },
    d: { type: "date" },
    k: { type: "keyword" },
    ip: { type: "ip" },
    b: { type: "boolean" },
    loc: { type: "geo_point" },
  },
};

/** The documents that Elasticsearch was asked about, too. */
const DOCUMENTS: [string, JsonObject][] = [
  [
    "1",
    {
      title: "The quick brown fox jumps over the lazy dog. The dog sleeps. A fox is quick and brown, very quick.",
      n: 5,
      d: "2020-01-01",
      k: "b",
      ip: "10.0.0.1",
      b: true,
      loc: { lat: 10, lon: 20 },
      o: { x: { y: 1, z: "a" }, w: [1, 2] },
      tags: ["x", "y"],
    },
  ],
  ["2", { title: "Quick silver", n: 3, d: "2021-05-05T12:00:00Z", k: "a", ip: "10.0.0.2", b: false, loc: "11,21" }],
  ["3", { title: ["brown bear", "brown fox in the wild"], n: [7, 1], k: ["c", "d"], d: ["2019-01-01", "2022-01-01"] }],
  ["4", { other: "nothing" }],
];

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("a", { mapping: MAPPING });
  await fixture.write("a", DOCUMENTS);
});

async function refusal(run: Promise<unknown>): Promise<RequestError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("answers of Elasticsearch", () => {
  test("a search for everything", async () => {
    expect(await fixture.search("a", { size: 1 })).toMatchObject({
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: {
        total: { value: 4, relation: "eq" },
        max_score: 1,
        hits: [{ _index: "a", _id: "1", _score: 1, _source: DOCUMENTS[0]?.[1] }],
      },
    });
  });

  test("scores of a match", async () => {
    const response = await fixture.search("a", { query: { match: { title: "fox" } }, _source: false });
    expect(hitsOf(response)).toEqual([
      { _index: "a", _id: "3", _score: 0.5297921 },
      { _index: "a", _id: "1", _score: 0.49687207 },
    ]);
  });

  test.each<[JsonObject["sort"], [string, ...unknown[]][]]>([
    [
      ["n"],
      [
        ["3", 1],
        ["2", 3],
        ["1", 5],
        ["4", 9223372036854776000],
      ],
    ],
    [
      [{ n: "desc" }, "_doc", "_score"],
      [
        ["3", 7, 2, 1],
        ["1", 5, 0, 1],
        ["2", 3, 1, 1],
        ["4", -9223372036854776000, 3, 1],
      ],
    ],
    [
      [{ d: { order: "desc", format: "yyyy" } }],
      [
        ["3", "2022"],
        ["2", "2021"],
        ["1", "2020"],
        ["4", null],
      ],
    ],
    [
      [{ k: "desc" }, { ip: "asc" }, { b: "desc" }],
      [
        ["3", "d", null, -9223372036854776000],
        ["1", "b", "10.0.0.1", 1],
        ["2", "a", "10.0.0.2", 0],
        ["4", null, null, -9223372036854776000],
      ],
    ],
    [
      [{ n: { mode: "avg", missing: "_first" } }],
      [
        ["4", -9223372036854776000],
        ["2", 3],
        ["3", 4],
        ["1", 5],
      ],
    ],
    [
      [{ n: { mode: "avg", missing: 4 } }],
      [
        ["2", 3],
        ["3", 4],
        ["4", 4],
        ["1", 5],
      ],
    ],
    [
      [{ k: { missing: "bb" } }],
      [
        ["2", "a"],
        ["1", "b"],
        ["4", "bb"],
        ["3", "c"],
      ],
    ],
    [
      [{ zz: { unmapped_type: "keyword" } }],
      [
        ["1", null],
        ["2", null],
        ["3", null],
        ["4", null],
      ],
    ],
    [
      [{ d: { numeric_type: "date_nanos" } }],
      [
        ["3", 1546300800000000000],
        ["1", 1577836800000000000],
        ["2", 1620216000000000000],
        ["4", 9223372036854776000],
      ],
    ],
    [
      "_seq_no",
      [
        ["1", 0],
        ["2", 1],
        ["3", 2],
        ["4", 3],
      ],
    ],
  ])("sort %j", async (sort, expected) => {
    const response = await fixture.search("a", { sort: sort ?? null, _source: false });
    expect(hitsOf(response).map((hit) => [hit._id, ...(hit.sort as unknown[])])).toEqual(expected);
    expect((response.hits as JsonObject).max_score).toBe(null);
  });

  test("distances", async () => {
    const response = await fixture.search("a", {
      sort: [{ _geo_distance: { loc: { lat: 0, lon: 0 }, unit: "km" } }],
      _source: false,
    });
    expect(idsOf(response)).toEqual(["1", "2", "3", "4"]);
    const values = hitsOf(response).map((hit) => (hit.sort as unknown[])[0]);
    expect(values[0]).toBeCloseTo(2476.174817451977, 6);
    expect(values[1]).toBeCloseTo(2623.1661894654653, 6);
    expect(values.slice(2)).toEqual(["Infinity", "Infinity"]);
  });

  test.each<[JsonObject, JsonObject]>([
    [{ _source: "n" }, { n: 5 }],
    [{ _source: { includes: ["o.*"], excludes: ["o.x.z"] } }, { o: { x: { y: 1 }, w: [1, 2] } }],
    [{ _source: ["zzz"] }, {}],
    [{ _source: { excludes: ["o.x.*", "o.w", "t*", "n", "d", "k", "ip", "b", "loc"] } }, { o: { x: {} } }],
    [{ _source: ["*.y"] }, {}],
    [{ _source: ["o.*.y"] }, { o: { x: { y: 1 } } }],
  ])("source filter %j", async (filter, expected) => {
    expect(hitsOf(await fixture.search("a", { ...filter, size: 1 }))[0]?._source).toEqual(expected);
  });

  test("fields, columns and metadata", async () => {
    const fields = ["n", { field: "d", format: "yyyy" }, "o.*", "title.kw", "_id", "ip", "b"];
    expect(hitsOf(await fixture.search("a", { fields, size: 1, _source: false }))[0]?.fields).toEqual({
      d: ["2020"],
      "o.x.y": [1],
      "o.x.z": ["a"],
      "o.w": [1, 2],
      "o.x.z.keyword": ["a"],
      _id: ["1"],
      n: [5],
      ip: ["10.0.0.1"],
      b: [true],
      "title.kw": [
        "The quick brown fox jumps over the lazy dog. The dog sleeps. A fox is quick and brown, very quick.",
      ],
    });
    const columns = ["n", "k", "loc", "ip", "b", "_seq_no", "_index", { field: "d", format: "yyyy" }];
    const hits = hitsOf(await fixture.search("a", { docvalue_fields: columns, _source: false }));
    expect(hits[0]?.fields).toEqual({
      loc: ["9.999999990686774, 19.99999998137355"],
      _seq_no: [0],
      b: [true],
      d: ["2020"],
      _index: ["a"],
      ip: ["10.0.0.1"],
      k: ["b"],
      n: [5],
    });
    expect(hits[2]?.fields).toEqual({ _seq_no: [2], d: ["2019", "2022"], _index: ["a"], k: ["c", "d"], n: [1, 7] });
  });

  test("version and sequence number stand before the score", async () => {
    const text = await fixture.send({
      call: "search",
      targets: [[fixture.target("a")]],
      bodies: ['{"version":true,"seq_no_primary_term":true,"size":1,"_source":false}'],
      parameters: [{}],
    });
    expect(text).toContain('{"_index":"a","_id":"1","_version":1,"_seq_no":0,"_primary_term":1,"_score":1.0}');
  });

  test("no stored fields means no metadata", async () => {
    expect(hitsOf(await fixture.search("a", { stored_fields: "_none_", size: 1 }))).toEqual([
      { _index: "a", _score: 1 },
    ]);
  });

  test("post filter, minimum score, terminate after, named queries", async () => {
    const filtered = await fixture.search("a", { post_filter: { term: { n: 5 } }, _source: false });
    expect(filtered.hits).toMatchObject({ total: { value: 1 }, max_score: 1, hits: [{ _id: "1" }] });
    expect((await fixture.search("a", { min_score: 1.1 })).hits).toMatchObject({
      total: { value: 0 },
      max_score: null,
    });
    const cut = await fixture.search("a", {
      terminate_after: 2,
      query: { match: { title: "quick brown bear" } },
      _source: false,
    });
    expect(cut).toMatchObject({
      terminated_early: true,
      hits: { total: { value: 2, relation: "eq" }, max_score: 1.0977986 },
    });
    const query = {
      bool: {
        must: [{ match: { title: { query: "fox", _name: "q1" } } }],
        should: [{ term: { n: { value: 7, _name: "q2" } } }],
      },
    };
    expect(hitsOf(await fixture.search("a", { size: 1, query }))[0]).toMatchObject({
      _id: "3",
      _score: 1.5297921,
      matched_queries: ["q1", "q2"],
    });
    expect(
      hitsOf(await fixture.search("a", { size: 1, query }, { include_named_queries_score: "true" }))[0]
        ?.matched_queries,
    ).toEqual({
      q1: 0.5297921,
      q2: 1,
    });
  });

  test("totals", async () => {
    const totals = async (body: JsonObject, parameters = {}): Promise<unknown> =>
      ((await fixture.search("a", body, parameters)).hits as JsonObject).total;
    expect(await totals({ track_total_hits: 2, size: 0 })).toEqual({ value: 2, relation: "gte" });
    expect(await totals({ track_total_hits: false })).toBeUndefined();
    expect(await totals({ track_total_hits: 4, sort: "n" })).toEqual({ value: 4, relation: "eq" });
    expect(await totals({ size: 0 }, { rest_total_hits_as_int: "true" })).toBe(4);
    expect(await totals({ query: { range: { n: { gte: 2 } } }, size: 0 })).toEqual({ value: 3, relation: "eq" });
  });

  test("aggregations stand beside the hits, with their types when asked", async () => {
    const response = await fixture.search(
      "a",
      { aggs: { a: { terms: { field: "k" }, meta: { x: 1 } } }, size: 0, post_filter: { match_none: {} } },
      { typed_keys: "" },
    );
    expect(response.aggregations).toEqual({
      "sterms#a": {
        meta: { x: 1 },
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: 0,
        buckets: ["a", "b", "c", "d"].map((key) => ({ key, doc_count: 1 })),
      },
    });
  });

  test("no aggregations are no part of the answer", async () => {
    expect(await fixture.search("a", { aggs: {}, size: 0 })).not.toHaveProperty("aggregations");
  });

  test("results that cannot be put together fail the search as a whole, with no shard to blame", async () => {
    const wide = { histogram: { field: "n", interval: 1, extended_bounds: { min: 0, max: 65_536 } } };
    expect(errorResponse(await refusal(fixture.search("a", { aggs: { wide }, size: 0 })))).toEqual({
      error: {
        root_cause: [],
        type: "search_phase_execution_exception",
        reason: "",
        phase: "fetch",
        grouped: true,
        failed_shards: [],
        caused_by: {
          type: "too_many_buckets_exception",
          reason:
            "Trying to create too many buckets. Must be less than or equal to: [65536] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.",
          max_buckets: 65_536,
        },
      },
      status: 400,
    });
    const fits = { histogram: { field: "n", interval: 1, extended_bounds: { min: 0, max: 65_535 } } };
    expect(await fixture.search("a", { aggs: { fits }, size: 0 })).toHaveProperty(
      "aggregations.fits.buckets.length",
      65_536,
    );
  });

  test("highlights, explanations, indices_boost", async () => {
    const response = await fixture.search("a", {
      query: { match: { title: "fox" } },
      highlight: { fields: { "*": {} } },
      explain: true,
      size: 1,
      indices_boost: [{ a: 2 }],
    });
    expect(hitsOf(response)[0]).toMatchObject({
      _shard: "[a][0]",
      _node: "node-1",
      _id: "3",
      _score: 1.0595841,
      highlight: { title: ["brown <em>fox</em> in the wild"] },
      _explanation: { value: 1.0595841 },
    });
  });

  test("terms of clauses that do not match are not marked", async () => {
    const query = { query_string: { query: "title:(quick AND fox) OR k:c" } };
    const hits = hitsOf(
      await fixture.search("a", { query, sort: "_seq_no", highlight: { number_of_fragments: 0, fields: { "*": {} } } }),
    );
    expect(hits.map((hit) => Object.keys(hit.highlight as JsonObject))).toEqual([["title"], ["k"]]);
  });

  test("a search over nothing", async () => {
    expect(await fixture.search([], { query: { match_all: {} } })).toMatchObject({
      _shards: { total: 0, successful: 0 },
      hits: { total: { value: 0, relation: "eq" }, max_score: 0, hits: [] },
    });
    expect((await refusal(fixture.search([], { query: { foo: {} } }))).type).toBe("parsing_exception");
  });
});

describe("errors of Elasticsearch", () => {
  test.each<[JsonObject, string, string]>([
    [{ sort: "nope" }, "query_shard_exception", "No mapping found for [nope] in order to sort on"],
    [
      { sort: [{ k: { mode: "avg" } }] },
      "query_shard_exception",
      "we only support AVG, MEDIAN and SUM on number based fields",
    ],
    [
      { sort: "loc" },
      "illegal_argument_exception",
      "can't sort on geo_point or point field without using specific sorting feature, like geo_distance",
    ],
    [
      { sort: "_id" },
      "illegal_argument_exception",
      "Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled",
    ],
    [{ search_after: [1, 2], sort: "n" }, "illegal_argument_exception", "search_after has 2 value(s) but sort has 1."],
    [
      { search_after: ["a"], sort: "n" },
      "illegal_argument_exception",
      "Failed to parse search_after value for field [n].",
    ],
    [
      { search_after: [null], sort: "n" },
      "illegal_argument_exception",
      "[search_after] value at position 0 cannot be null for sort field [n] of type [LONG].",
    ],
    [
      { from: 9999, size: 10 },
      "illegal_argument_exception",
      "Result window is too large, from + size must be less than or equal to: [10000] but was [10009]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.",
    ],
    [
      { fields: [{ field: "n", format: "wkt" }] },
      "illegal_argument_exception",
      "error fetching [n]: Field [n] of type [long] doesn't support formats.",
    ],
    [
      { docvalue_fields: [{ field: "k", format: "x" }] },
      "illegal_argument_exception",
      "Field [k] of type [keyword] does not support custom formats",
    ],
    [
      { highlight: { fields: { title: { type: "fvh" } } } },
      "illegal_argument_exception",
      "the field [title] should be indexed with term vector with position offsets to be used with fast vector highlighter",
    ],
    [{ query: { term: { n: "x" } } }, "query_shard_exception", 'failed to create query: For input string: "x"'],
  ])("%j fails on all shards", async (body, type, reason) => {
    const error = await refusal(fixture.search("a", body));
    expect(error).toMatchObject({
      status: 400,
      type: "search_phase_execution_exception",
      message: "all shards failed",
    });
    expect(error.details).toMatchObject({
      phase: "query",
      grouped: true,
      failed_shards: [{ shard: 0, index: "a", node: "node-1", reason: { type, reason } }],
    });
    expect(error.rootCauses).toMatchObject([{ type, message: reason }]);
    // Elasticsearch repeats the cause of foreign exceptions, and names the index in its own.
    if (type === "query_shard_exception")
      expect((error.details.failed_shards as JsonObject[])[0]?.reason).toMatchObject({
        index_uuid: "uuid-of-a",
        index: "a",
      });
    else expect(error.cause).toMatchObject({ type, message: reason, cause: { type, message: reason } });
  });

  test("an unknown query is refused before any shard is asked", async () => {
    expect(await refusal(fixture.search("a", { query: { foo: {} } }))).toMatchObject({
      status: 400,
      type: "parsing_exception",
      message: "unknown query [foo]",
    });
  });

  test("a failing index beside others is told among the shards", async () => {
    await fixture.create("unmapped");
    const response = await fixture.search(["a", "unmapped"], { sort: "n", size: 1 });
    expect(response._shards).toMatchObject({
      total: 2,
      successful: 1,
      failed: 1,
      failures: [{ shard: 0, index: "unmapped", reason: { type: "query_shard_exception" } }],
    });
    const error = await refusal(
      fixture.search(["a", "unmapped"], { sort: "n" }, { allow_partial_search_results: "false" }),
    );
    expect(error.message).toBe("Partial shards failure");
  });
});

describe("other calls", () => {
  test("count", async () => {
    const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };
    expect(await fixture.call("count", ["a"], { query: { match: { title: "fox" } } })).toEqual({
      count: 2,
      _shards: shards,
    });
    expect(await fixture.call("count", ["a"], undefined, { q: "title:fox", min_score: "0.5" })).toEqual({
      count: 1,
      _shards: shards,
    });
    expect(await fixture.call("count", ["a"], undefined, { q: "title:fox", terminate_after: "1" })).toEqual({
      terminated_early: false,
      count: 2,
      _shards: shards,
    });
  });

  test("explain", async () => {
    expect(
      await fixture.call("explain", ["a"], { query: { match: { title: "fox" } } }, { index: "a", id: "1" }),
    ).toMatchObject({
      _index: "a",
      _id: "1",
      matched: true,
      explanation: { value: 0.49687207 },
    });
    expect(await fixture.call("explain", ["a"], { query: { match: { title: "fox" } } }, { id: "2" })).toEqual({
      _index: "a",
      _id: "2",
      matched: false,
      explanation: { value: 0, description: "no matching term", details: [] },
    });
    expect(await fixture.call("explain", ["a"], { query: { match: { title: "fox" } } }, { id: "99" })).toEqual({
      _index: "a",
      _id: "99",
      matched: false,
    });
    expect((await fixture.call("explain", ["a"], { query: { match_all: {} } }, { id: "1", _source: "n" })).get).toEqual(
      {
        _seq_no: 0,
        _primary_term: 1,
        found: true,
        _source: { n: 5 },
      },
    );
    expect((await refusal(fixture.call("explain", ["a"], undefined, { id: "1" }))).message).toBe(
      "Validation Failed: 1: query is missing;",
    );
  });

  test("validate", async () => {
    const shards = { total: 1, successful: 1, failed: 0 };
    expect(
      await fixture.call("validate", ["a"], { query: { match: { title: "fox jumps" } } }, { explain: "" }),
    ).toEqual({
      _shards: shards,
      valid: true,
      explanations: [{ index: "a", valid: true, explanation: "title:fox title:jumps" }],
    });
    expect(await fixture.call("validate", ["a"], { query: { term: { n: "x" } } })).toEqual({
      _shards: shards,
      valid: false,
    });
    expect(await fixture.call("validate", ["a"], { query: { foo: {} } })).toEqual({ valid: false });
    expect(
      (await fixture.call("validate", ["a"], { query: { term: { n: "x" } } }, { explain: "true" })).explanations,
    ).toEqual([
      {
        index: "a",
        valid: false,
        error:
          '[a/uuid-of-a] org.elasticsearch.index.query.QueryShardException: failed to create query: For input string: "x"; java.lang.NumberFormatException: For input string: "x"',
      },
    ]);
  });

  test("msearch answers each item, and refuses all for one that cannot be read", async () => {
    const target = [fixture.target("a")];
    const call = { call: "msearch", targets: [target, target], parameters: [{}, {}] };
    const answer = JSON.parse(await fixture.send({ ...call, bodies: ['{"size":0}', '{"from":20000}'] })) as JsonObject;
    expect(answer.responses).toMatchObject([
      { status: 200, hits: { total: { value: 4 } } },
      { status: 400, error: { type: "search_phase_execution_exception" } },
    ]);
    expect(
      (await refusal(fixture.send({ ...call, bodies: ['{"size":0}', '{"query":{"foo":{}},"size":-1}'] }))).status,
    ).toBe(400);
  });

  test("hits that are sorted are explained with their scores, and min_score shows none", async () => {
    const query = { match: { title: "fox" } };
    const [explained] = hitsOf(await fixture.search("a", { query, sort: ["k"], explain: true, size: 1 }));
    expect(explained).toMatchObject({ _score: null, _explanation: { value: expect.closeTo(0.49687207, 5) } });
    const [limited] = hitsOf(await fixture.search("a", { query, sort: ["k"], min_score: 0.1, size: 1 }));
    expect(limited).toMatchObject({ _score: null });
    const tracked = { query, sort: ["k"], min_score: 0.1, track_scores: true, size: 1 };
    expect(hitsOf(await fixture.search("a", tracked))[0]).toMatchObject({ _score: expect.closeTo(0.49687207, 5) });
  });

  test("profile measures the nodes of the query", async () => {
    const response = await fixture.search("a", {
      profile: true,
      query: { bool: { must: [{ match: { title: "fox" } }], filter: [{ range: { n: { gte: 1 } } }] } },
    });
    const [shard] = (response.profile as JsonObject).shards as JsonObject[];
    expect(shard).toMatchObject({ id: "[node-1][a][0]", shard_id: 0, index: "a" });
    const searches = (shard?.searches ?? []) as JsonObject[];
    const [root] = (searches[0]?.query ?? []) as JsonObject[];
    expect(root).toMatchObject({ type: "BooleanQuery", breakdown: { build_scorer_count: 1 } });
    expect(root?.time_in_nanos).toBeGreaterThan(0);
    expect(root?.children).toHaveLength(2);
  });
});
