/** What is left out, asked of Elasticsearch 8.19 with the same indices. */
import { beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../core/json.ts";
import { SearchFixture } from "../../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const INDICES = ["d1", "d2", "d3", "d4"];

beforeAll(async () => {
  const date = { d: { type: "date" } };
  for (const year of [1, 2, 3]) {
    await fixture.create(`d${year}`, {
      mapping: {
        properties: { ...date, nano: { type: "date_nanos" }, n: { type: "integer" }, k: { type: "keyword" } },
      },
    });
    await fixture.write(`d${year}`, [
      ["1", { d: `201${5 + year}-01-01`, nano: `201${5 + year}-01-01`, n: year, k: `k${year}` }],
    ]);
  }
  await fixture.create("d4", { mapping: { properties: date } });
});

const from2017: Json = { range: { d: { gte: "2016-02-01" } } };

test.each<[skipped: number, total: number, query: Json]>([
  [2, 2, from2017],
  [2, 2, { range: { nano: { gte: "2017-01-01" } } }],
  [1, 2, { range: { n: { gte: 2 } } }],
  [1, 2, { range: { k: { gte: "k2" } } }],
  [1, 1, { term: { n: 2 } }],
  [4, 0, { term: { nope: 2 } }],
  [4, 0, { terms: { n: [] } }],
  [4, 0, { fuzzy: { nope: "a" } }],
  [4, 0, { wildcard: { nope: "a" } }],
  [3, 1, { terms: { _index: ["d1"] } }],
  [3, 1, { prefix: { _index: "d1" } }],
  [3, 1, { match: { _index: "d1" } }],
  [0, 0, { match: { nope: "a" } }],
  [0, 0, { regexp: { nope: "a" } }],
  [1, 3, { exists: { field: "n" } }],
  [4, 0, { match_none: {} }],
  [4, 0, { ids: { values: [] } }],
  [2, 2, { bool: { must: [{ match_all: {} }], filter: [from2017] } }],
  [2, 2, { bool: { should: [from2017, { match_none: {} }] } }],
  [4, 0, { bool: { must_not: [{ match_all: {} }] } }],
  [0, 0, { bool: { should: [{ term: { nope: 1 } }, { match_all: {} }], minimum_should_match: 2 } }],
  [2, 2, { constant_score: { filter: from2017 } }],
  [2, 2, { boosting: { positive: from2017, negative: { match_all: {} }, negative_boost: 0.5 } }],
  [0, 2, { dis_max: { queries: [from2017] } }],
  [0, 2, { query_string: { query: "d:[2016-02-01 TO *]" } }],
])("%i shards are left out and %i documents found by %j", async (skipped, total, query) => {
  const response = await fixture.search(INDICES, { size: 0, query }, { pre_filter_shard_size: "1" });
  expect(response._shards).toEqual({ total: 4, successful: 4, skipped, failed: 0 });
  expect((response.hits as JsonObject).total).toEqual({ value: total, relation: "eq" });
});

test("an answer of no shard at all", async () => {
  const query = { range: { d: { gte: "2030-01-01" } } };
  const response = await fixture.search(
    INDICES,
    { size: 0, query, track_total_hits: false, profile: true, terminate_after: 1 },
    { pre_filter_shard_size: "1" },
  );
  expect(response).toEqual({
    took: expect.any(Number) as number,
    timed_out: false,
    _shards: { total: 4, successful: 4, skipped: 4, failed: 0 },
    hits: { total: { value: 0, relation: "eq" }, max_score: 0, hits: [] },
  });
});

test.each<[skipped: number, body: JsonObject, parameters: Record<string, string>]>([
  [0, {}, {}],
  [0, {}, { pre_filter_shard_size: "4" }],
  [0, {}, { pre_filter_shard_size: "1", search_type: "dfs_query_then_fetch" }],
  [2, { sort: [{ n: { unmapped_type: "integer" } }] }, {}],
  [2, { sort: ["_doc"] }, {}],
  [0, { sort: ["_score"] }, {}],
  [0, { aggs: { a: { terms: { field: "k", min_doc_count: 0 } } } }, { pre_filter_shard_size: "1" }],
  [
    3,
    { aggs: { a: { avg: { field: "n" } } }, query: { range: { d: { gte: "2030-01-01" } } } },
    { pre_filter_shard_size: "1" },
  ],
])("%i shards are left out for %j with %j", async (skipped, body, parameters) => {
  const response = await fixture.search(INDICES, { query: from2017, ...body }, parameters);
  expect((response._shards as JsonObject).skipped).toBe(skipped);
});
