import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../src/core/json.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

/** What 8.19 has in its body; typed clients refuse one without it. */
const SHAPE = JSON.parse(readFileSync("test/cluster-stats-shape.json", "utf8")) as Json;

describe("cluster.stats", () => {
  let server: ServerProcess;

  const section = async (name: string): Promise<Json> => {
    const { body } = await server.call("GET", "/_cluster/stats");
    return ((body as JsonObject)["indices"] as JsonObject)[name]!;
  };

  beforeAll(async () => {
    server = await startServer();
    const analysis = {
      analyzer: {
        mine: { type: "custom", tokenizer: "tok", filter: ["lowercase", "short", "asciifolding"], char_filter: ["cf"] },
        plain: { tokenizer: "standard", filter: "lowercase", char_filter: ["html_strip"] },
        e: { type: "english" },
        e2: { type: "english" },
      },
      tokenizer: { tok: { type: "ngram", min_gram: 2, max_gram: 3 } },
      filter: { short: { type: "length" }, same: { type: "synonym", synonyms: ["a,b"] } },
      char_filter: { cf: { type: "mapping", mappings: ["a=>b"] } },
      normalizer: { n: { type: "custom", filter: ["uppercase"] } },
    };
    const properties = {
      k: { type: "keyword", normalizer: "n" },
      t: { type: "text", analyzer: "mine", fields: { k: { type: "text", analyzer: "whitespace" } } },
      u: { type: "text", analyzer: "standard", search_analyzer: "simple" },
      b: { type: "boolean" },
      v: { type: "dense_vector", dims: 3, similarity: "cosine", index: true },
      w: { type: "dense_vector", dims: 5, index: false },
    };
    const runtime = { k: { type: "keyword" }, r: { type: "long", script: "emit(doc['x'].value);\nemit(1)" } };
    const { status } = await server.call("PUT", "/counted", {
      settings: { analysis },
      mappings: { runtime, properties },
    });
    expect(status).toBe(200);
    return async () => void (await server.stop());
  });

  test("the body has every member that 8.19's has, with values of the same kind", async () => {
    const { body } = await server.call("GET", "/_cluster/stats");
    expect(missing(SHAPE, body as Json)).toEqual([]);
  });

  test("analysis tells what indices define, and what they use without that", async () => {
    const analysis = (await section("analysis")) as Record<string, { name: string; count: number }[]>;
    const shown = Object.entries(analysis).map(([list, entries]) =>
      Array.isArray(entries) ? [list, ...entries.map(({ name, count }) => `${name} ${count}`)] : [list, entries],
    );
    // As OpenSearch counts the same index; synonyms are told by 8.19 alone.
    expect(shown).toEqual([
      ["char_filter_types", "mapping 1"],
      ["tokenizer_types", "ngram 1"],
      ["filter_types", "length 1", "synonym 1"],
      ["analyzer_types", "custom 2", "english 2"],
      ["built_in_char_filters", "html_strip 1"],
      ["built_in_tokenizers", "standard 1"],
      ["built_in_filters", "asciifolding 1", "lowercase 2"],
      ["built_in_analyzers", "simple 1", "standard 1", "whitespace 1"],
      ["synonyms", { inline: { count: 1, index_count: 1 } }],
    ]);
  });

  test("mappings tell of vectors and scripts", async () => {
    const { field_types: types, runtime_field_types: runtime } = (await section("mappings")) as Record<string, Json[]>;
    expect((types as JsonObject[]).find(({ name }) => name === "dense_vector")).toEqual({
      name: "dense_vector",
      count: 2,
      index_count: 1,
      indexed_vector_count: 1,
      indexed_vector_dim_min: 3,
      indexed_vector_dim_max: 3,
      vector_index_type_count: { int8_hnsw: 1, not_indexed: 1 },
      vector_similarity_type_count: { cosine: 1 },
      vector_element_type_count: { float: 2 },
    });
    expect(runtime).toMatchObject([
      { name: "keyword", scriptless_count: 1, shadowed_count: 1, lang: [] },
      { name: "long", lang: ["painless"], lines_max: 2, doc_total: 1, shadowed_count: 0, scriptless_count: 0 },
    ]);
  });

  test("search tells what bodies ask for, each once, wherever they were answered", async () => {
    const before = await section("search");
    expect(before).toMatchObject({ total: 0, queries: {} });
    const search = (body: object): Promise<unknown> => server.call("POST", "/counted/_search", body);
    const match = { match_all: {} };
    await search({ query: { bool: { must: [match, match], filter: { term: { k: "a" } } } }, size: 0 });
    // The second one is answered by the request cache.
    for (let time = 0; time < 2; time++) await search({ size: 0, query: { terms: { k: ["a"] } } });
    await search({ aggregations: { a: { filter: { exists: { field: "k" } } } }, aggs: {}, _source: true, from: 1 });
    await search({ rescore: { query: { rescore_query: { prefix: { k: "a" } } } }, _source: false, fields: [] });
    await search({
      retriever: { rrf: { retrievers: [{ standard: { query: { ids: { values: [] } } } }, { knn: KNN }] } },
    });
    await server.call("GET", "/counted/_search?q=k:a");
    await server.call("POST", "/counted/_count", { query: { fuzzy: { k: "a" } } });
    await search({ query: { nothing: {} } });
    const line = JSON.stringify({ query: match });
    await server.call("POST", "/counted/_msearch", `{}\n${line}\n{}\n{"size":1}\n`);
    expect(await section("search")).toEqual({
      total: 8,
      queries: { bool: 1, match_all: 2, term: 1, terms: 2, ids: 1 },
      rescorers: { query: 1 },
      sections: { query: 4, aggs: 1, rescore: 1, _source: 1, retriever: 1 },
      retrievers: { rrf: 1, standard: 1, knn: 1 },
    });
  });
});

const KNN = { field: "v", query_vector: [1, 2, 3], k: 1, num_candidates: 2 };

/** Paths of a shape that a value does not have, or that hold something else there. */
function missing(shape: Json, value: Json | undefined, path = ""): string[] {
  if (value === undefined) return [`${path}: nothing`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path}: no list`];
    return shape[0] === undefined || value.length === 0 ? [] : missing(shape[0], value[0], `${path}[]`);
  }
  if (isJsonObject(shape)) {
    if (!isJsonObject(value)) return [`${path}: no object`];
    return Object.entries(shape).flatMap(([key, inner]) => missing(inner, value[key], `${path}.${key}`));
  }
  return typeof value === shape ? [] : [`${path}: ${typeof value}`];
}
