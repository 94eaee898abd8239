/** What searches read of fields, as `_field_usage_stats` counts it: as Elasticsearch 8.19 does for these searches. */
import { beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

type Counts = Readonly<Record<string, unknown>>;

let engine: Engine;
let caller: Caller;
let index = "";
let made = 0;

async function usage(fields = "*"): Promise<Record<string, Counts>> {
  const { body } = await caller.call("GET", `/${index}/_field_usage_stats?fields=${fields}`);
  const { stats } = body[index].shards[0];
  return { ...stats.fields, all_fields: stats.all_fields };
}

/** The structures that were read, and how often. */
function read({ inverted_index: inverted, ...others }: Counts = {}): object {
  const counts = Object.entries({ ...(inverted as object), ...others });
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

async function search(body: object): Promise<void> {
  const { status } = await caller.call("POST", `/${index}/_search?request_cache=false`, body);
  expect(status).toBe(200);
}

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, log: silentLog });
  caller = callerOf(engine);
  return () => engine.close();
});

async function newIndex(): Promise<void> {
  index = `read-${made++}`;
  const properties = {
    text: { type: "text" },
    key: { type: "keyword" },
    number: { type: "integer" },
    unindexed: { type: "integer", index: false },
    vector: { type: "dense_vector", dims: 2 },
    nested: { type: "nested", properties: { key: { type: "keyword" } } },
  };
  await caller.call("PUT", `/${index}`, { mappings: { properties } });
  for (let id = 0; id < 3; id++) {
    const document = { text: "a b", key: `k${id}`, number: id, unindexed: id, vector: [1, id], nested: [{ key: "x" }] };
    await caller.call("PUT", `/${index}/_doc/${id}?refresh=true`, document);
  }
}

test.each([
  [
    "a scored term reads postings, frequencies and norms",
    { query: { term: { text: "a" } } },
    "text",
    "any terms postings term_frequencies norms",
  ],
  ["a count of a term reads its dictionary alone", { size: 0, query: { term: { text: "a" } } }, "text", "any terms"],
  ["a filter reads no norms", { query: { bool: { filter: { term: { key: "k1" } } } } }, "key", "any terms postings"],
  [
    "a phrase reads positions",
    { query: { match_phrase: { text: "a b" } } },
    "text",
    "any terms postings term_frequencies positions proximity norms",
  ],
  ["a range of numbers reads points", { query: { range: { number: { gte: 1 } } } }, "number", "any points"],
  [
    "that of a field without an index doc values",
    { query: { range: { unindexed: { gte: 1 } } } },
    "unindexed",
    "any doc_values",
  ],
  [
    "an aggregation reads doc values",
    { size: 0, aggs: { a: { avg: { field: "number" } } } },
    "number",
    "any doc_values",
  ],
  ["so does one by terms", { size: 0, aggs: { a: { cardinality: { field: "key" } } } }, "key", "any doc_values"],
  ["so does a sort", { sort: ["key"] }, "key", "any doc_values"],
  [
    "nearest neighbours read vectors",
    { knn: { field: "vector", query_vector: [1, 1], k: 1, num_candidates: 3 } },
    "vector",
    "any knn_vectors",
  ],
  [
    "fields of nested documents are counted",
    { query: { nested: { path: "nested", query: { term: { "nested.key": "x" } } } } },
    "nested.key",
    "any terms postings term_frequencies",
  ],
  ["hits read sources", {}, "_source", "any stored_fields"],
  ["and ids", { _source: false }, "_id", "any stored_fields"],
  ["hits without a source read none", { _source: false }, "_source", ""],
])("%s", async (_, body, field, structures) => {
  await newIndex();
  await search(body);
  const once = Object.fromEntries(
    structures
      .split(" ")
      .filter(Boolean)
      .map((structure) => [structure, 1]),
  );
  expect(read((await usage())[field])).toEqual(once);
  await search(body);
  expect(read((await usage())[field])).toEqual(
    Object.fromEntries(Object.keys(once).map((structure) => [structure, 2])),
  );
});

test("a search counts once, however many of its parts read a field; all fields are summed, and can be chosen", async () => {
  await newIndex();
  const term = { term: { key: "k1" } };
  await search({
    size: 0,
    query: { bool: { should: [term, term] } },
    aggs: { a: { filter: term }, n: { max: { field: "number" } } },
  });
  const { key, number, all_fields: all } = await usage("k*,number");
  expect(key).toMatchObject({ any: 1 });
  expect(number).toMatchObject({ any: 1 });
  expect(all).toMatchObject({ any: 2 });
  expect((await usage("k*"))["number"]).toBeUndefined();
});

test("what fails is not counted, nor what another index has", async () => {
  await newIndex();
  const before = index;
  await caller.call("POST", `/${index}/_search`, {
    query: { term: { key: "k1" } },
    aggs: { a: { terms: { field: "text" } } },
  });
  expect(await usage()).toEqual({ all_fields: expect.objectContaining({ any: 0 }) });
  await newIndex();
  await search({ query: { term: { key: "k1" } } });
  index = before;
  expect(await usage()).toEqual({ all_fields: expect.objectContaining({ any: 0 }) });
});

test("answers as Elasticsearch for what is not there", async () => {
  expect(await caller.call("GET", "/nope/_field_usage_stats")).toMatchObject({ status: 404 });
  expect((await caller.call("GET", "/nope*/_field_usage_stats")).body).toEqual({
    _shards: { total: 0, successful: 0, failed: 0 },
  });
});
