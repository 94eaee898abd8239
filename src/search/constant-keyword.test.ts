/** Fields with one value for a whole index. */
import { beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("k", {
    mapping: {
      properties: {
        set: { type: "constant_keyword", value: "Abc" },
        unset: { type: "constant_keyword" },
        n: { type: "long" },
      },
    },
  });
  await fixture.write("k", [
    ["1", { n: 1 }],
    ["2", { n: 2, set: "Abc" }],
  ]);
});

const search = (body: Json): Promise<JsonObject> => fixture.call("search", ["k"], body);

async function count(query: Json): Promise<number> {
  const { hits } = await search({ query, track_total_hits: true });
  return ((hits as JsonObject).total as JsonObject).value as number;
}

test.each([
  [{ term: { set: "Abc" } }, 2],
  [{ term: { set: "abc" } }, 0],
  [{ term: { set: { value: "abc", case_insensitive: true } } }, 2],
  [{ terms: { set: ["x", "Abc"] } }, 2],
  [{ match: { set: "Abc" } }, 2],
  [{ prefix: { set: "A" } }, 2],
  [{ wildcard: { set: "*c" } }, 2],
  [{ wildcard: { set: { value: "*B*", case_insensitive: true } } }, 2],
  [{ regexp: { set: "[a-z]+" } }, 0],
  [{ regexp: { set: "A.c" } }, 2],
  [{ fuzzy: { set: "Abd" } }, 2],
  [{ range: { set: { gte: "Abc", lt: "Abd" } } }, 2],
  [{ range: { set: { gt: "Abc" } } }, 0],
  [{ exists: { field: "set" } }, 2],
  [{ exists: { field: "unset" } }, 0],
  [{ term: { unset: "x" } }, 0],
] as const)("%j matches %i documents", async (query, expected) => {
  expect(await count(query as unknown as Json)).toBe(expected);
});

test("every document has the value, where it is shown, sorted and counted", async () => {
  const { hits, aggregations } = await search({
    fields: ["set", "unset"],
    docvalue_fields: ["set"],
    sort: ["set", "n"],
    aggs: { values: { terms: { field: "set" } } },
    _source: false,
  });
  expect((hits as JsonObject).hits).toMatchObject([
    { _id: "1", fields: { set: ["Abc"] }, sort: ["Abc", 1] },
    { _id: "2", fields: { set: ["Abc"] }, sort: ["Abc", 2] },
  ]);
  expect(aggregations).toMatchObject({ values: { buckets: [{ key: "Abc", doc_count: 2 }] } });
});
