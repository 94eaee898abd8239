/** Runtime fields and nested documents in one request: each is found in its own place. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { hitsOf, idsOf, SearchFixture } from "../../testing/search/search-fixture.ts";

test("a query on nested documents beside a runtime field", async () => {
  const fixture = new SearchFixture();
  const properties = { n: { type: "nested", properties: { a: { type: "keyword" }, i: { type: "integer" } } } };
  await fixture.create("i", { mapping: { dynamic: false, runtime: { k: { type: "keyword" } }, properties } });
  await fixture.write("i", [
    [
      "1",
      {
        k: "x",
        n: [
          { a: "p", i: 1 },
          { a: "q", i: 2 },
        ],
      },
    ],
    ["2", { k: "y", n: [{ a: "p", i: 2 }] }],
    ["3", { k: "x", n: [{ a: "q", i: 1 }] }],
  ]);
  const nested = (query: JsonObject): JsonObject => ({ nested: { path: "n", query } });
  const both = { bool: { must: [nested({ term: { "n.a": "p" } }), { term: { k: "x" } }] } };
  expect(idsOf(await fixture.search("i", { query: both }))).toEqual(["1"]);
  const counted = await fixture.search("i", {
    query: { term: { k: "x" } },
    aggs: { n: { nested: { path: "n" }, aggs: { a: { terms: { field: "n.a" } } } } },
  });
  expect((counted.aggregations as Record<string, JsonObject>).n).toMatchObject({ doc_count: 3 });
  const shown = await fixture.search("i", {
    query: nested({ term: { "n.i": 2 } }),
    fields: ["k", "n.a"],
    _source: false,
    sort: ["k"],
  });
  expect(hitsOf(shown).map((hit) => hit.fields)).toEqual([
    { k: ["x"], n: [{ a: ["p"] }, { a: ["q"] }] },
    { k: ["y"], n: [{ a: ["p"] }] },
  ]);
});

test("a runtime field in the place of a nested one has values of the document, and the nested documents have none", async () => {
  const fixture = new SearchFixture();
  const inner = { m: { type: "nested", properties: { b: { type: "keyword" } } } };
  const properties = {
    n: { type: "nested", properties: { a: { type: "keyword" }, c: { type: "keyword" }, ...inner } },
  };
  await fixture.create("i", { mapping: { dynamic: false, properties } });
  await fixture.write("i", [
    [
      "1",
      {
        n: [
          { a: "1", c: "x", m: [{ b: "p" }] },
          { a: "2", c: "y", m: [{ b: "q" }, { b: "p" }] },
        ],
      },
    ],
  ]);
  const runtime_mappings = { "n.a": { type: "long" } };
  const total = async (query: JsonObject, more: JsonObject = { runtime_mappings }): Promise<unknown> =>
    ((await fixture.search("i", { query, ...more })).hits as { total: JsonObject }).total.value;
  const nested = (query: JsonObject): JsonObject => ({ nested: { path: "n", query } });
  expect(await total({ term: { "n.a": 1 } })).toBe(1);
  expect(await total(nested({ term: { "n.a": 1 } }))).toBe(0);
  expect(await total(nested({ term: { "n.a": "1" } }), {})).toBe(1);
  // The other fields and the documents within are where they were.
  expect(await total({ bool: { must: [{ term: { "n.a": 1 } }, nested({ term: { "n.c": "y" } })] } })).toBe(1);
  const deep = { nested: { path: "n.m", query: { term: { "n.m.b": "q" } } } };
  expect(
    await total({
      bool: { must: [{ term: { "n.a": 1 } }, nested({ bool: { must: [{ term: { "n.c": "y" } }, deep] } })] },
    }),
  ).toBe(1);
  expect(
    await total({
      bool: { must: [{ term: { "n.a": 1 } }, nested({ bool: { must: [{ term: { "n.c": "x" } }, deep] } })] },
    }),
  ).toBe(0);
  const response = await fixture.search("i", {
    runtime_mappings,
    size: 0,
    aggs: { n: { nested: { path: "n" }, aggs: { a: { terms: { field: "n.a" } }, c: { terms: { field: "n.c" } } } } },
  });
  const { a, c } = (response.aggregations as { n: Record<string, JsonObject> }).n;
  expect([(a!.buckets as unknown[]).length, (c!.buckets as unknown[]).length]).toEqual([0, 2]);
});
