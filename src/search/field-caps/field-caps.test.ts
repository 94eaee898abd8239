import { beforeAll, expect, test } from "vitest";
import { errorResponse, RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { SearchFixture } from "../../testing/search/search-fixture.ts";

// The answers are those of 8.19 to the same requests.
const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("a", {
    mapping: {
      properties: {
        x: { type: "long", meta: { unit: "s" } },
        same: { type: "keyword" },
        o: {
          properties: {
            p: { type: "integer" },
            t: { type: "text", fields: { raw: { type: "keyword", index: false } } },
          },
        },
        d: { type: "date" },
        al: { type: "alias", path: "x" },
      },
    },
  });
  await fixture.create("b", {
    mapping: {
      properties: { x: { type: "keyword" }, same: { type: "keyword", doc_values: false }, o: { type: "keyword" } },
    },
  });
  await fixture.create("d", {
    mapping: {
      properties: { x: { type: "long", meta: { unit: "m" } }, gone: { type: "long", index: false, doc_values: false } },
    },
  });
  await fixture.write("a", [["1", { x: 3, d: "2020-05-05" }]]);
  await fixture.write("b", [["1", { x: "abc" }]]);
});

const caps = (indices: string, parameters: Record<string, string>, body?: Json): Promise<JsonObject> =>
  fixture.call("field_caps", indices.split(","), body, parameters);

const names = async (indices: string, parameters: Record<string, string>): Promise<string[]> =>
  Object.keys((await caps(indices, parameters)).fields as JsonObject).sort();

const plain = (type: string, searchable = true, aggregatable = true): JsonObject => ({
  type,
  metadata_field: false,
  searchable,
  aggregatable,
});

test("a field of several types names the indices of each, and its meta has all values", async () => {
  expect(await caps("d,b,a", { fields: "x,same,o,nope" })).toEqual({
    indices: ["a", "b", "d"],
    fields: {
      x: {
        long: { ...plain("long"), indices: ["a", "d"], meta: { unit: ["m", "s"] } },
        keyword: { ...plain("keyword"), indices: ["b"] },
      },
      same: { keyword: { ...plain("keyword", true, false), non_aggregatable_indices: ["b"] } },
      o: { keyword: plain("keyword") },
    },
  });
});

test("indices without a field count as a type of it when asked", async () => {
  expect((await caps("a,b,d", { fields: "same", include_unmapped: "true" })).fields).toEqual({
    same: {
      keyword: { ...plain("keyword", true, false), indices: ["a", "b"], non_aggregatable_indices: ["b"] },
      unmapped: { ...plain("unmapped", false, false), indices: ["d"] },
    },
  });
});

test("objects come with the fields in them; what has a column can be searched without terms, what has neither cannot", async () => {
  expect((await caps("a", { fields: "o.t*" })).fields).toEqual({
    "o.t": { text: plain("text", true, false) },
    "o.t.raw": { keyword: plain("keyword") },
    o: { object: plain("object", false, false) },
  });
  expect((await caps("a", { fields: "o" })).fields).toEqual({});
  expect((await caps("d", { fields: "gone" })).fields).toEqual({ gone: { long: plain("long", false, false) } });
});

test("an alias can do what its field can", async () => {
  expect((await caps("a", { fields: "al" })).fields).toEqual({
    al: { long: { ...plain("long"), meta: { unit: ["s"] } } },
  });
});

test.each([
  [{ fields: "o*,_id", filters: "-parent" }, ["_id", "o.p", "o.t", "o.t.raw"]],
  [{ fields: "o*,_id", filters: "-metadata" }, ["o", "o.p", "o.t", "o.t.raw"]],
  [{ fields: "x,_i*", filters: "+metadata" }, ["_id", "_ignored", "_ignored_source", "_index", "_index_mode"]],
  [{ fields: "o*", filters: "-multifield" }, ["o", "o.p", "o.t"]],
  // `_size` as where Elasticsearch has its plugin.
  [{ fields: "*", types: "integer,text" }, ["_doc_count", "_size", "o", "o.p", "o.t"]],
  [
    { fields: "*", include_empty_fields: "false" },
    ["_id", "_index", "_index_mode", "_seq_no", "_source", "_tier", "_version", "al", "d", "x"],
  ],
])("%j shows %j", async (parameters, expected) => {
  expect(await names("a", parameters as unknown as Record<string, string>)).toEqual(expected);
});

test.each([
  ["a date before all of them", { range: { d: { gte: "2021" } } }, []],
  ["a date among them", { range: { d: { gte: "2019" } } }, ["a"]],
  ["the name of an index", { term: { _index: "b" } }, ["b"]],
  ["a field that is not there", { exists: { field: "nope" } }, []],
  ["numbers, which are not looked at", { range: { x: { gte: 100 } } }, ["a", "b", "d"]],
])("an index_filter with %s leaves the other indices out", async (_, filter, expected) => {
  expect((await caps("a,b,d", { fields: "x" }, { index_filter: filter as unknown as Json })).indices).toEqual(expected);
});

test.each([
  [{}, undefined, "action_request_validation_exception: Validation Failed: 1: no fields specified;"],
  [{ fields: "" }, undefined, "illegal_argument_exception: specified fields can't be null or empty"],
  [{}, { fields: "x", foo: 1 }, "x_content_parse_exception: [1:15] [field_caps_request] unknown field [foo]"],
  [
    { fields: "x" },
    [1],
    "x_content_parse_exception: [1:1] [field_caps_request] Expected START_OBJECT but was: START_ARRAY",
  ],
  [
    {},
    { fields: [1, true, null] },
    "x_content_parse_exception: [1:19] [field_caps_request] failed to parse field [fields]",
  ],
  [{}, { fields: [] }, "x_content_parse_exception: [1:12] [field_caps_request] failed to parse field [fields]"],
  [
    {},
    { fields: { a: 1 } },
    "x_content_parse_exception: [1:11] [field_caps_request] fields doesn't support values of type: START_OBJECT",
  ],
  [
    { fields: "x" },
    { index_filter: 3 },
    "x_content_parse_exception: [1:17] [field_caps_request] index_filter doesn't support values of type: VALUE_NUMBER",
  ],
  [{ fields: "x", filters: "zork" }, undefined, "illegal_argument_exception: Unknown field caps filter [zork]"],
  [
    { fields: "x" },
    { fields: ["o"] },
    "illegal_argument_exception: can't specify a request body and [fields] request parameter, either specify a request body or the [fields] request parameter",
  ],
])("%j with %j is refused", async (parameters, body, words) => {
  const error = await refusal(caps("a", parameters, body));
  expect(`${error.type}: ${error.message}`).toBe(words);
});

test("a query that cannot be read is the root of the refusal", async () => {
  expect(errorResponse(await refusal(caps("a", { fields: "x" }, { index_filter: { nope: {} } })))).toEqual({
    error: {
      root_cause: [{ type: "parsing_exception", reason: "unknown query [nope]", line: 1, col: 25 }],
      type: "x_content_parse_exception",
      reason: "[1:25] [field_caps_request] failed to parse field [index_filter]",
      caused_by: {
        type: "parsing_exception",
        reason: "unknown query [nope]",
        line: 1,
        col: 25,
        caused_by: { type: "named_object_not_found_exception", reason: "[1:25] unknown field [nope]" },
      },
    },
    status: 400,
  });
});

async function refusal(run: Promise<unknown>): Promise<RequestError> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RequestError) return error;
  throw new Error("nothing was refused");
}

test("objects around names with dots, runtime fields in the place of objects, bytes, and sources that are not kept", async () => {
  const flat = {
    subobjects: false,
    properties: { "o.a.x": { type: "short" }, b: { type: "binary", doc_values: true } },
    runtime: { r: { type: "boolean" } },
  };
  await fixture.create("flat", { mapping: flat });
  await fixture.create("over", {
    mapping: { properties: { r: { properties: { x: { type: "long" } } } }, runtime: { r: { type: "boolean" } } },
  });
  await fixture.create("made", {
    mapping: { properties: { k: { type: "keyword" }, c: { type: "completion" } } },
    settings: { "index.mapping.source.mode": "synthetic" },
  });
  await fixture.write("made", [["1", { k: "x", c: "y" }]]);
  const object = { object: plain("object", false, false) };
  expect((await caps("flat", { fields: "*", filters: "-metadata" })).fields).toEqual({
    "o.a.x": { short: plain("short") },
    "o.a": object,
    o: object,
    b: { binary: plain("binary", false, true) },
    r: { boolean: plain("boolean") },
  });
  expect((await caps("over", { fields: "r*" })).fields).toEqual({
    r: { boolean: plain("boolean") },
    "r.x": { long: plain("long") },
  });
  const filled = await names("made", { fields: "*", include_empty_fields: "false" });
  expect(filled).toContain("_field_names");
  expect(filled).not.toContain("_source");
});
