/** What a profile shows is named as Elasticsearch 8.19 names it (`profile-cases.json`), and measured. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

interface Cases {
  readonly mapping: JsonObject;
  readonly documents: readonly JsonObject[];
  readonly aggregations: readonly { readonly aggs: JsonObject; readonly profile: JsonObject }[];
  readonly fetch: readonly {
    readonly body: JsonObject;
    readonly queries: number;
    readonly collector: Json;
    readonly fetch?: Json;
  }[];
}

const { mapping, documents, aggregations, fetch }: Cases = JSON.parse(
  readFileSync(new URL("profile-cases.json", import.meta.url), "utf8"),
);

const fixture = new SearchFixture();

beforeAll(async () => {
  for (const [name, shards] of [
    ["a", 1],
    ["two", 2],
  ] as const) {
    await fixture.create(name, { mapping, shards });
    await fixture.write(
      name,
      documents.map((source, place) => [String(place + 1), source]),
    );
  }
});

async function profileOf(index: string, body: JsonObject, parameters?: Record<string, string>): Promise<JsonObject[]> {
  const response = await fixture.search(index, { ...body, profile: true }, parameters);
  return (response.profile as JsonObject).shards as JsonObject[];
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function keysOf(value: Json | undefined): string[] {
  return isJsonObject(value) ? Object.keys(value).sort() : [];
}

function aggregationShape(node: JsonObject): JsonObject {
  const children = listOf(node.children).map(aggregationShape);
  const shape = { type: node.type!, breakdown: keysOf(node.breakdown), debug: keysOf(node.debug) };
  return children.length > 0 ? { ...shape, children } : shape;
}

function collectorShape({ name, reason, children }: JsonObject): JsonObject {
  const below = listOf(children).map(collectorShape);
  return below.length > 0 ? { name: name!, reason: reason!, children: below } : { name: name!, reason: reason! };
}

function fetchShape(value: JsonObject): JsonObject {
  return {
    breakdown: keysOf(value.breakdown),
    stored_fields: (value.debug as JsonObject).stored_fields!,
    phases: listOf(value.children).map(({ type, breakdown, debug }) => ({
      type: type!,
      breakdown: keysOf(breakdown),
      count: (breakdown as JsonObject).process_count!,
      debug: debug ?? null,
    })),
  };
}

describe("aggregations", () => {
  test.each(aggregations)("$aggs", async ({ aggs, profile }) => {
    const [shard] = await profileOf("a", { size: 0, aggs });
    expect(listOf(shard?.aggregations).map(aggregationShape)).toEqual([profile]);
  });

  test("times and documents are measured, those of children within their parents", async () => {
    const aggs = { a: { histogram: { field: "n", interval: 2 }, aggs: { b: { sum: { field: "n" } } } } };
    const [shard] = await profileOf("a", { size: 0, aggs });
    const [outer] = listOf(shard?.aggregations);
    const [inner] = listOf(outer?.children);
    expect(outer).toMatchObject({ breakdown: { collect_count: 5, initialize_count: 1 }, debug: { total_buckets: 3 } });
    expect(inner).toMatchObject({ breakdown: { collect_count: 5 }, debug: { built_buckets: 3 } });
    expect(Number(outer?.time_in_nanos)).toBeGreaterThan(Number(inner?.time_in_nanos));
  });

  test("hits of top_hits tell what fetching them took", async () => {
    const aggs = { a: { terms: { field: "k" }, aggs: { b: { top_hits: { size: 1 } } } } };
    const [shard] = await profileOf("a", { size: 0, aggs });
    const [inner] = listOf(listOf(shard?.aggregations)[0]?.children);
    expect((inner!.debug as JsonObject).fetch_profile).toMatchObject([
      { breakdown: { load_stored_fields_count: 1, next_reader_count: 1 }, time: expect.any(Number) },
      { breakdown: { load_stored_fields_count: 1, next_reader_count: 1 }, time: expect.any(Number) },
    ]);
  });
});

describe("collectors and fetching", () => {
  test.each(fetch)("$body", async ({ body, collector, queries, fetch: shown }) => {
    const [shard] = await profileOf("a", body);
    const [search] = listOf(shard?.searches);
    expect(listOf(search?.collector).map(collectorShape)).toEqual(collector);
    expect(listOf(search?.query)).toHaveLength(queries);
    expect(isJsonObject(shard?.fetch) ? fetchShape(shard.fetch) : undefined).toEqual(shown);
  });
});

describe("statistics of all shards", () => {
  test("are shown with the searches for nearest vectors, or for several shards alone", async () => {
    const body = { query: { match: { t: "hello" } } };
    const parameters = { search_type: "dfs_query_then_fetch" };
    expect((await profileOf("a", body, parameters))[0]).not.toHaveProperty("dfs");
    const [first] = await profileOf("two", body, parameters);
    expect(first?.dfs).toMatchObject({
      statistics: {
        type: "statistics",
        description: "collect term statistics",
        breakdown: { create_weight_count: 1, term_statistics_count: 1, collection_statistics_count: 1 },
      },
    });
    expect((await profileOf("two", body))[0]).not.toHaveProperty("dfs");
  });

  test("of nearest vectors tell how many were compared", async () => {
    await fixture.create("v", { mapping: { properties: { v: { type: "dense_vector", dims: 2 } } } });
    await fixture.write("v", [
      ["1", { v: [1, 1] }],
      ["2", { v: [2, 1] }],
      ["3", {}],
    ]);
    const knn = { field: "v", query_vector: [1, 1], k: 2, num_candidates: 3 };
    const [shard] = await profileOf("v", { knn });
    expect(shard?.dfs).toMatchObject({
      knn: [
        {
          vector_operations_count: 2,
          query: [{ type: "DocAndScoreQuery" }],
          collector: [{ name: "SimpleTopScoreDocCollector", reason: "search_top_hits" }],
        },
      ],
    });
  });
});
