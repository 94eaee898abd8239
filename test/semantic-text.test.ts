/**
 * Texts that models embed, from the write to the search. Expectations are those of Elasticsearch's own suites
 * (`30_semantic_text_inference.yml`, `40_…_query.yml`, `60_…_update.yml`, `90_…_highlighter.yml`), with the service for
 * tests or a server of this process as the model.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

let engine: Engine;
let call: Caller["call"];
let told: Caller["told"];

const service = { service: "test_service", service_settings: { model: "m", api_key: "k" } };
const field = (id: string, more: object = {}): object => ({ type: "semantic_text", inference_id: id, ...more });

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, inferenceTestService: true, log: () => undefined });
  ({ call, told } = callerOf(engine));
  for (const task of ["text_embedding", "sparse_embedding", "completion"])
    expect((await call("PUT", `/_inference/${task}/${task}`, service)).status).toBe(200);
  const properties = {
    dense: field("text_embedding"),
    sparse: field("sparse_embedding"),
    title: { type: "text", copy_to: "dense", fields: { meaning: field("sparse_embedding") } },
    plain: { type: "text" },
  };
  await call("PUT", "/texts", { mappings: { properties } });
});

afterAll(() => engine.close());

/** What was made of a document. What is shown has no type before it is looked at. */
// oxlint-disable-next-line no-explicit-any
async function made(id: string, index = "texts"): Promise<Record<string, any>> {
  await call("POST", `/${index}/_refresh`);
  const body = { query: { ids: { values: [id] } }, fields: ["_inference_fields"] };
  const hit = (await call("POST", `/${index}/_search`, body)).body.hits.hits[0];
  expect((await call("GET", `/${index}/_doc/${id}`)).body._source).not.toHaveProperty("_inference_fields");
  return hit._source._inference_fields ?? {};
}

const offsets = (chunks: { start_offset: number; end_offset: number }[]): number[][] =>
  chunks.map(({ start_offset: start, end_offset: end }) => [start, end]);

async function ids(query: object, index = "texts"): Promise<unknown> {
  const { status, body } = await call("POST", `/${index}/_search`, { query });
  return status === 200 ? body.hits.hits.map((hit: { _id: string }) => hit._id) : [body.error.type, body.error.reason];
}

describe("documents", () => {
  test("are kept with what models make of their texts, which is shown to who asks for it", async () => {
    const text = { sparse: "inference test", dense: "another inference test", plain: "x" };
    expect((await call("PUT", "/texts/_doc/1?refresh=true", text)).status).toBe(201);
    const found = await made("1");
    expect(found.sparse.inference).toMatchObject({
      inference_id: "sparse_embedding",
      model_settings: { service: "test_service", task_type: "sparse_embedding" },
    });
    expect(offsets(found.sparse.inference.chunks.sparse)).toEqual([[0, 14]]);
    expect(Object.keys(found.sparse.inference.chunks.sparse[0].embeddings)).toEqual(["inference", "test"]);
    expect(offsets(found.dense.inference.chunks.dense)).toEqual([[0, 22]]);
    expect(found.dense.inference.chunks.dense[0].embeddings).toHaveLength(32);
    const { body } = await call("GET", "/texts/_mapping");
    expect(body.texts.mappings.properties).toMatchObject({
      dense: {
        type: "semantic_text",
        inference_id: "text_embedding",
        model_settings: {
          service: "test_service",
          task_type: "text_embedding",
          dimensions: 32,
          similarity: "cosine",
          element_type: "float",
        },
      },
      sparse: { model_settings: { service: "test_service", task_type: "sparse_embedding" } },
    });
    expect(Object.keys(body.texts.mappings.properties)).toEqual(["dense", "plain", "sparse", "title"]);
    const hit = (await call("POST", "/texts/_search", {})).body.hits.hits[0];
    expect(hit._source).toEqual(text);
  });

  test("may have numbers, flags and lists, whose chunks lie in the values joined by one character", async () => {
    const values = {
      sparse: [false, 75, "inference test", 13.49, "  "],
      dense: [true, 49.99, "another inference test", 5654],
    };
    await call("PUT", "/texts/_doc/2", values);
    const found = await made("2");
    expect(offsets(found.sparse.inference.chunks.sparse)).toEqual([
      [0, 5],
      [6, 8],
      [9, 23],
      [24, 29],
    ]);
    expect(offsets(found.dense.inference.chunks.dense)).toEqual([
      [0, 4],
      [5, 10],
      [11, 33],
      [34, 38],
    ]);
  });

  test("embed what is copied to a field, and what it is a multi-field of", async () => {
    await call("PUT", "/texts/_doc/3", { title: "big cat", dense: null });
    const found = await made("3");
    expect(Object.keys(found.dense.inference.chunks)).toEqual(["title"]);
    expect(Object.keys(found["title.meaning"].inference.chunks)).toEqual(["title"]);
    expect(await ids({ semantic: { field: "title.meaning", query: "cat" } })).toEqual(["3"]);
    const { body } = await call("GET", "/texts/_mapping");
    expect(body.texts.mappings.properties.title.fields.meaning.model_settings).toBeDefined();
  });

  test("that are updated keep what was made of texts that stay, and lose that of texts that go", async () => {
    await call("PUT", "/texts/_doc/4", { sparse: "one", dense: "two", plain: "a" });
    const before = await made("4");
    await call("POST", "/texts/_update/4", { doc: { plain: "b" } });
    expect(await made("4")).toEqual(before);
    await call("POST", "/texts/_update/4", { doc: { sparse: "three four" } });
    const changed = await made("4");
    expect(offsets(changed.sparse.inference.chunks.sparse)).toEqual([[0, 10]]);
    expect(changed.dense).toEqual(before.dense);
    expect(await ids({ semantic: { field: "sparse", query: "one" } })).toEqual([]);
    const again = await call("POST", "/texts/_update/4?_source=true", { doc: { sparse: null } });
    expect(again.body.get._source).toEqual({ sparse: null, dense: "two", plain: "b" });
    expect((await made("4")).sparse.inference.chunks).toEqual({ sparse: [] });
    expect(await ids({ exists: { field: "sparse" } })).not.toContain("4");
    expect(await told("POST", "/texts/_update/4", { script: { source: "ctx._source.plain = 'c'" } })).toEqual([
      400,
      "status_exception",
      "Cannot apply update with a script on indices that contain [semantic_text] field(s)",
    ]);
    const upsert = { doc: { sparse: "five" }, doc_as_upsert: true };
    expect((await call("POST", "/texts/_update/5?refresh=true", upsert)).status).toBe(201);
    expect(await ids({ semantic: { field: "sparse", query: "five" } })).toEqual(["5"]);
  });

  test("are copied by reindex", async () => {
    await call("PUT", "/copied", { mappings: { properties: { sparse: field("sparse_embedding") } } });
    await call("POST", "/_reindex?refresh=true", {
      source: { index: "texts", query: { ids: { values: ["1"] } } },
      dest: { index: "copied" },
    });
    expect(await ids({ semantic: { field: "sparse", query: "inference" } }, "copied")).toEqual(["1"]);
  });

  test("fail one by one", async () => {
    const mappings = {
      properties: { t: field("nowhere"), wrong: field("completion"), sparse: field("sparse_embedding") },
    };
    await call("PUT", "/failing", { mappings });
    const lines = [{ t: "a" }, { sparse: "a" }, { sparse: [{ a: 1 }] }, { wrong: "a" }, { t: " " }];
    const bulk = lines.map((line, at) => `{"index":{"_id":"${at}"}}\n${JSON.stringify(line)}\n`).join("");
    const { body } = await call("POST", "/failing/_bulk", bulk);
    const answers = body.items.map(
      ({ index }: { index: { status: number; error?: { type: string; reason: string } } }) => [
        index.status,
        index.error?.type,
        index.error?.reason,
      ],
    );
    expect(answers).toEqual([
      [404, "resource_not_found_exception", "Inference id [nowhere] not found for field [t]"],
      [201, undefined, undefined],
      [400, "status_exception", "Invalid format for field [sparse], expected [String|Number|Boolean] got [HashMap]"],
      [400, "inference_exception", "Exception when running inference id [completion] on field [wrong]"],
      [201, undefined, undefined],
    ]);
  });

  test("may bring what was made of their texts, by the model of the field", async () => {
    const given = (await made("1")).sparse;
    const write = (sparse: object): Promise<unknown> =>
      told("PUT", "/copied/_doc/9?refresh=true", { sparse: "inference test", _inference_fields: { sparse } });
    expect(
      (
        await call("PUT", "/copied/_doc/8?refresh=true", {
          sparse: "inference test",
          _inference_fields: { sparse: given },
        })
      ).status,
    ).toBe(201);
    expect(await made("8", "copied")).toEqual({ sparse: given });
    expect(await write({ inference: { ...given.inference, inference_id: "other" } })).toEqual([
      400,
      "document_parsing_exception",
      expect.stringContaining(
        "The configured inference_id [other] for field [sparse] doesn't match the inference_id [sparse_embedding]",
      ),
    ]);
  });
});

describe("queries", () => {
  beforeAll(async () => {
    const properties = { dense: field("text_embedding"), sparse: field("sparse_embedding"), k: { type: "keyword" } };
    await call("PUT", "/pets", { mappings: { properties } });
    const pets = ["big dog", ["small cat", "quiet mouse"], "big cat"];
    for (const [id, t] of pets.entries()) await call("PUT", `/pets/_doc/${id}`, { dense: t, sparse: t, k: String(id) });
    await call("POST", "/pets/_refresh");
  });
  const pets = (query: object): Promise<unknown> => ids(query, "pets");

  test("find texts of a like meaning", async () => {
    for (const path of ["dense", "sparse"]) {
      expect(await pets({ semantic: { field: path, query: "quiet mouse" } })).toEqual(
        path === "dense" ? ["1", "0", "2"] : ["1"],
      );
      expect(await pets({ match: { [path]: { query: "quiet mouse", boost: 2 } } })).toEqual(
        path === "dense" ? ["1", "0", "2"] : ["1"],
      );
      expect(await pets({ exists: { field: path } })).toEqual(["0", "1", "2"]);
    }
    const { body } = await call("POST", "/pets/_search", {
      query: { semantic: { field: "dense", query: "small cat", boost: 3, _name: "n" } },
    });
    expect(body.hits.hits[0]).toMatchObject({ _id: "1", _score: 3, matched_queries: ["n"] });
  });

  test("go by vectors and tokens too", async () => {
    const builder = { query_vector_builder: { text_embedding: { model_text: "small cat" } } };
    const knn = { field: "dense", k: 2, num_candidates: 3, ...builder };
    expect(await pets({ knn })).toEqual(["1", "2"]);
    expect(await pets({ knn: { ...knn, filter: { term: { k: "2" } } } })).toEqual(["2"]);
    expect(
      (await call("POST", "/pets/_search", { knn })).body.hits.hits.map((hit: { _id: string }) => hit._id),
    ).toEqual(["1", "2"]);
    expect(await pets({ sparse_vector: { field: "sparse", query: "small cat" } })).toEqual(["1", "2"]);
    expect(await pets({ sparse_vector: { field: "sparse", query_vector: { dog: 1 } } })).toEqual(["0"]);
    const path = "sparse.inference.chunks";
    const nested = { path, query: { sparse_vector: { field: `${path}.embeddings`, query_vector: { mouse: 1 } } } };
    expect(await pets({ nested })).toEqual(["1"]);
  });

  test("are refused in Elasticsearch's words", async () => {
    expect(await pets({ semantic: { field: "k", query: "a" } })).toEqual([
      "search_phase_execution_exception",
      "all shards failed",
    ]);
    expect(await pets({ semantic: { field: "none", query: "a" } })).toEqual([]);
    expect(await pets({ term: { dense: "a" } })).toEqual(["search_phase_execution_exception", "all shards failed"]);
    await call("PUT", "/other", {
      mappings: { properties: { f: field("text_embedding", { search_inference_id: "sparse_embedding" }) } },
    });
    expect(await ids({ semantic: { field: "f", query: "a" } }, "other")).toEqual([]);
    await call("PUT", "/other/_doc/1?refresh=true", { f: "a" });
    const { body } = await call("POST", "/other/_search", { query: { semantic: { field: "f", query: "a" } } });
    expect(body.error.root_cause[0].reason).toContain(
      "Field [f] expected query inference results to be of type [text_embedding_result], got [text_expansion_result]. Is the search inference endpoint [sparse_embedding] compatible with the inference endpoint [text_embedding]?",
    );
    await call("PUT", "/unknown", { mappings: { properties: { f: field("nowhere") } } });
    expect(await ids({ semantic: { field: "f", query: "a" } }, "unknown")).toEqual([
      "resource_not_found_exception",
      "Inference endpoint not found [nowhere]",
    ]);
  });

  test("show the best chunks", async () => {
    const shown = async (
      options: object,
      query: object = { semantic: { field: "sparse", query: "quiet cat mouse" } },
    ): Promise<unknown> => {
      const highlight = { fields: { sparse: options } };
      const { hits } = (await call("POST", "/pets/_search", { query, highlight })).body.hits;
      return hits.find((hit: { _id: string }) => hit._id === "1").highlight?.sparse;
    };
    expect(await shown({ type: "semantic", number_of_fragments: 1 })).toEqual(["quiet mouse"]);
    expect(await shown({ number_of_fragments: 2 })).toEqual(["small cat", "quiet mouse"]);
    expect(await shown({ number_of_fragments: 2, order: "score" })).toEqual(["quiet mouse", "small cat"]);
    expect(await shown({ type: "semantic" }, { match_all: {} })).toEqual(["small cat", "quiet mouse"]);
    expect(await shown({}, { match: { dense: "small" } })).toBeUndefined();
    const dense = await call("POST", "/pets/_search", {
      query: { match: { dense: "quiet" } },
      highlight: { fields: { dense: { number_of_fragments: 1 } } },
    });
    expect(dense.body.hits.hits[0].highlight.dense).toEqual(["quiet mouse"]);
  });

  test("know such fields as texts", async () => {
    const { body } = await call("GET", "/pets/_field_caps?fields=*&include_empty_fields=true");
    expect(body.fields.dense.text).toMatchObject({ searchable: true, aggregatable: false });
    expect(Object.keys(body.fields).filter((name) => name.includes("inference"))).toEqual([]);
  });
});
