/** Fields that hold whole objects. What is expected is what Elasticsearch 8.19 answers. */
import { beforeAll, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("f", {
    mapping: {
      properties: {
        f: { type: "flattened" },
        g: { type: "flattened", ignore_above: 5, null_value: "NN" },
        n: { type: "flattened", index: false, doc_values: false },
      },
    },
  });
  await fixture.write("f", [
    ["0", { f: { a: "x", b: { c: "y z", d: [1, 2.5, true, null] } } }],
    ["1", { f: [{ a: "x2" }, { a: "x3" }] }],
    ["2", { g: { a: "1234567", b: null, c: "ab cd" } }],
    ["3", { f: { "a.b": "dot", a: { b: "nested" } } }],
    ["4", { "f.a": "dots" }],
    ["5", { f: {}, n: { a: "q" } }],
    ["6", { f: { aa: "X", a: ["x", ["y"]] } }],
  ]);
});

const search = (body: Json): Promise<JsonObject> => fixture.call("search", ["f"], body);

async function hits(body: JsonObject): Promise<JsonObject[]> {
  const answer = await search({ size: 100, _source: false, ...body });
  return (answer.hits as JsonObject).hits as JsonObject[];
}

test.each([
  [{ term: { f: "x" } }, ["0", "6"]],
  [{ term: { "f.a": "x" } }, ["0", "6"]],
  [{ term: { "f.a": { value: "X", case_insensitive: true } } }, ["0", "6"]],
  [{ match: { "f.b.c": "y z" } }, ["0"]],
  [{ terms: { "f.a": ["x2", "y"] } }, ["1", "6"]],
  [{ term: { "g.b": "NN" } }, ["2"]],
  [{ exists: { field: "g.a" } }, []],
  [{ range: { "f.b.d": { gte: "1", lte: "3" } } }, ["0"]],
  [{ range: { f: { gte: "x2", lte: "x3" } } }, ["1"]],
  [{ prefix: { "f.a": "x" } }, ["0", "1", "6"]],
  [{ prefix: { "f.a": { value: "X", case_insensitive: true } } }, ["0", "1", "6"]],
  [{ prefix: { f: "do" } }, ["3", "4"]],
  [{ wildcard: { f: "*ste*" } }, ["3"]],
  [{ exists: { field: "f" } }, ["0", "1", "3", "4", "6"]],
  [{ exists: { field: "f.a" } }, ["0", "1", "4", "6"]],
  [{ exists: { field: "f.b" } }, []],
  [{ term: { "f.a.b": "dot" } }, ["3"]],
  [{ query_string: { query: "f.a:x" } }, ["0", "6"]],
  [{ multi_match: { query: "x", fields: ["f.a"] } }, ["0", "6"]],
])("%j finds %j", async (query, ids) => {
  const found = await hits({ query });
  expect(found.map((hit) => hit._id as string).sort()).toEqual(ids);
});

test.each([
  [{ wildcard: { "f.a": "x*" } }, "[wildcard] queries are not currently supported on keyed [flattened] fields."],
  [{ regexp: { "f.a": "x.*" } }, "[regexp] queries are not currently supported on keyed [flattened] fields."],
  [
    { range: { "f.a": { gte: "x" } } },
    "[range] queries on keyed [flattened] fields must include both an upper and a lower bound.",
  ],
  [{ term: { n: "q" } }, "Cannot search on field [n] since it is not indexed."],
  [{ term: { "n.a": "q" } }, "Cannot search on field [n._keyed] since it is not indexed."],
])("%j is refused", async (query, words) => {
  const error: unknown = await search({ query: query as unknown as Json }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestError);
  expect(JSON.stringify(error)).toContain(words);
});

test("a key has doc values, can be sorted by and aggregated", async () => {
  expect(
    await hits({ docvalue_fields: ["f.a", "f.b.d"], query: { ids: { values: ["0", "1"] } }, sort: ["f.a"] }),
  ).toMatchObject([
    { _id: "0", fields: { "f.a": ["x"], "f.b.d": ["1", "2.5", "true"] }, sort: ["x"] },
    { _id: "1", fields: { "f.a": ["x2", "x3"] }, sort: ["x2"] },
  ]);
  const { aggregations } = await search({
    size: 0,
    aggs: { keys: { terms: { field: "f.a" } }, all: { terms: { field: "f", size: 2 } } },
  });
  expect(aggregations).toMatchObject({
    keys: {
      buckets: [
        { key: "x", doc_count: 2 },
        { key: "dots", doc_count: 1 },
        { key: "x2", doc_count: 1 },
        { key: "x3", doc_count: 1 },
        { key: "y", doc_count: 1 },
      ],
    },
    all: { buckets: [{ key: "x", doc_count: 2 }, { doc_count: 1 }] },
  });
});

test("fields shows the object, or what stands under a key", async () => {
  expect(await hits({ fields: ["f", "f.b.d", "g"], query: { ids: { values: ["0", "2"] } } })).toMatchObject([
    { _id: "0", fields: { f: [{ a: "x" }], "f.b.d": [1, 2.5, true] } },
    { _id: "2", fields: { g: [{ c: "ab cd" }] } },
  ]);
});
