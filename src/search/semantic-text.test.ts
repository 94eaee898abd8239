/**
 * Mappings of semantic texts in the words of Elasticsearch 8.19. `test/semantic-text.test.ts` writes and finds them.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { Mapping } from "../mapping/mapping.ts";
import { mergeMappings } from "../mapping/merge-mappings.ts";
import { grantedMapping } from "./granted-mapping.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const dense = { task_type: "text_embedding", dimensions: 384, similarity: "cosine", element_type: "float" };

const mapped = (definition: JsonObject): JsonObject => ({
  properties: { x: { type: "semantic_text", ...definition } },
});
const shown = (definition: JsonObject): unknown =>
  (mergeMappings({}, mapped(definition), {}).properties as JsonObject).x;

beforeAll(() => fixture.create("s", { mapping: mapped({ inference_id: "mine" }) }));

describe("mappings", () => {
  test("the endpoint is always shown, the rest as it is given", () => {
    expect(shown({})).toEqual({ type: "semantic_text", inference_id: ".elser-2-elasticsearch" });
    const definition = {
      inference_id: "mine",
      search_inference_id: "other",
      model_settings: { service: "hf", ...dense },
      chunking_settings: { strategy: "sentence", max_chunk_size: 100, sentence_overlap: 0 },
    };
    expect(shown(definition)).toEqual({ type: "semantic_text", ...definition });
    expect(shown({ chunking_settings: { strategy: "none" } })).toMatchObject({
      chunking_settings: { strategy: "none" },
    });
  });

  test.each([
    [{ inference_id: "" }, "[inference_id] on mapper [x] of type [semantic_text] must not be empty"],
    [{ search_inference_id: "" }, "[search_inference_id] on mapper [x] of type [semantic_text] must not be empty"],
    [
      { model_settings: { task_type: "rerank" } },
      "Wrong [task_type], expected text_embedding or sparse_embedding, got RERANK",
    ],
    [
      { model_settings: { task_type: "text_embedding", dimensions: 3, similarity: "cosine" } },
      "required [element_type] field is missing for task_type [TEXT_EMBEDDING]",
    ],
    [
      { model_settings: { task_type: "sparse_embedding", dimensions: 3 } },
      "[dimensions] is not allowed for task_type [SPARSE_EMBEDDING]",
    ],
    [
      { index_options: { dense_vector: { type: "flat" } } },
      "Model settings must be set to validate index options for inference ID [.elser-2-elasticsearch]",
    ],
    [
      { index_options: { dense_vector: { type: "flat" } }, model_settings: { task_type: "sparse_embedding" } },
      "Invalid task type for index options, required [text_embedding] but was [sparse_embedding]",
    ],
    [
      { chunking_settings: { strategy: "word", max_chunk_size: 5, overlap: 1 } },
      "Invalid value [5.0]. [max_chunk_size] must be a greater than or equal to [10.0]",
    ],
    [
      { chunking_settings: { strategy: "word", max_chunk_size: 20, overlap: 11 } },
      "Invalid value [11.0]. [overlap] must be a less than or equal to [10.0]",
    ],
    [{ chunking_settings: { strategy: "foo" } }, "Invalid chunkingStrategy foo"],
    [{ dims: 3 }, "unknown parameter [dims] on mapper [x] of type [semantic_text]"],
  ])("%j is refused", (definition, reason) => {
    expect(() => shown(definition as JsonObject)).toThrow(reason);
  });

  test("nested objects have none", () => {
    const nested = { properties: { n: { type: "nested", properties: { x: { type: "semantic_text" } } } } };
    expect(() => mergeMappings({}, nested, {})).toThrow("semantic_text field [n.x] cannot be nested");
  });

  test("the endpoint stays, what is known of its model may be added", () => {
    const before = mergeMappings({}, mapped({ inference_id: "mine" }), {});
    expect(() => mergeMappings(before, mapped({ inference_id: "other" }), {})).toThrow(
      "Cannot update parameter [inference_id] from [mine] to [other]",
    );
    const after = mergeMappings(
      before,
      mapped({ inference_id: "mine", model_settings: dense, search_inference_id: "s" }),
      {},
    );
    expect((after.properties as JsonObject).x).toEqual({
      type: "semantic_text",
      inference_id: "mine",
      model_settings: dense,
      search_inference_id: "s",
    });
    const changed = mapped({ inference_id: "mine", model_settings: { ...dense, dimensions: 5 } });
    expect(() => mergeMappings(after, changed, {})).toThrow("Cannot update parameter [model_settings]");
  });
});

test("field_caps takes them for text", async () => {
  await fixture.write("s", [["1", { x: "" }]]);
  const caps = (await fixture.call("field_caps", ["s"], undefined, { fields: "x" }))["fields"] as JsonObject;
  expect(caps["x"]).toEqual({ text: { type: "text", metadata_field: false, searchable: true, aggregatable: false } });
});

test("who may not see a text sees nothing of what it is found by", () => {
  const known = mapped({ inference_id: "mine", model_settings: dense });
  const mapping = Mapping.parse({ name: "s", settings: {}, mapping: known, mappingVersion: 1 });
  const paths = ["x", "x.inference.chunks", "x.inference.chunks.embeddings"];
  const seen = (grant: string[], except: string[]): boolean[] => {
    const view = grantedMapping(mapping, { queries: [], fields: [[{ grant, except }]] });
    return paths.map((path) => view.field(path) !== undefined);
  };
  expect(seen(["*"], ["x"])).toEqual([false, false, false]);
  expect(seen(["x.*"], [])).toEqual([false, false, false]);
  expect(seen(["x"], [])).toEqual([true, true, true]);
});
