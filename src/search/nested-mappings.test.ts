/** Nested objects without nested queries: what of them the document has. Answers are those of Elasticsearch 8.19. */
import { beforeAll, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { mergeMappings } from "../mapping/merge-mappings.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const keyword = { type: "keyword" };
const properties: JsonObject = {
  a: { type: "long" },
  n: {
    type: "nested",
    properties: {
      k: keyword,
      l: { type: "long", copy_to: "a" },
      m: { type: "nested", properties: { t: { type: "text" } } },
    },
  },
  r: { type: "nested", include_in_root: true, properties: { k: keyword } },
  p: {
    type: "nested",
    include_in_parent: true,
    properties: {
      k: keyword,
      q: { type: "nested", include_in_parent: true, properties: { k: keyword } },
      z: { type: "nested", properties: { k: keyword } },
    },
  },
};

beforeAll(async () => {
  await fixture.create("nested", { mapping: { properties }, settings: { "index.mapping.nested_objects.limit": "3" } });
  await fixture.write("nested", [
    ["0", { n: { k: "x", l: 5 } }],
    ["1", { n: [{ k: "x" }, { k: "y", m: { t: "deep" } }, null] }],
    ["2", { r: [{ k: "x" }, { k: "y" }] }],
    ["3", { p: { k: "pk", q: { k: "qk" }, z: [{ k: "zk" }] } }],
    ["4", { n: [{ new: 1 }] }],
  ]);
});

async function hits(body: JsonObject): Promise<JsonObject[]> {
  const answer = await fixture.call("search", ["nested"], { _source: false, ...body });
  return (answer.hits as JsonObject).hits as JsonObject[];
}

const refusal = async (run: () => Promise<unknown>): Promise<string> =>
  run().then(
    () => "",
    (error: unknown) => JSON.stringify(errorResponse(error)),
  );

test.each([
  [{ term: { "n.k": "x" } }, []],
  [{ exists: { field: "n" } }, []],
  [{ range: { "n.l": { gte: 1 } } }, []],
  [{ term: { a: 5 } }, ["0"]],
  [{ term: { "r.k": "x" } }, ["2"]],
  [{ exists: { field: "r" } }, ["2"]],
  [{ term: { "p.q.k": "qk" } }, ["3"]],
  [{ term: { "p.z.k": "zk" } }, []],
  [{ query_string: { query: "x" } }, ["2"]],
])("%j finds %j", async (query, ids) => {
  expect((await hits({ query })).map((hit) => hit._id)).toEqual(ids);
});

test("fields shows each object by itself", async () => {
  const found = await hits({ fields: ["n.*", "p.q.k"], sort: ["_doc"] });
  expect(found.map((hit) => hit.fields)).toEqual([
    { n: [{ k: ["x"], l: [5] }] },
    { n: [{ k: ["x"] }, { k: ["y"], m: [{ t: ["deep"] }] }] },
    undefined,
    { p: [{ q: [{ k: ["qk"] }] }] },
    { n: [{ new: [1] }] },
  ]);
});

test("fields of nested objects are not empty when an object has them", async () => {
  const answer = await fixture.call("field_caps", ["nested"], undefined, {
    fields: "n.k,n.m.t,p.z.k,_nested_path,p.q.k",
    include_empty_fields: "false",
  });
  expect(Object.keys(answer.fields as JsonObject).sort()).toEqual([
    "_nested_path",
    "n",
    "n.k",
    "n.m",
    "n.m.t",
    "p",
    "p.q",
    "p.q.k",
    "p.z",
    "p.z.k",
  ]);
  await fixture.create("flat", { mapping: { properties } });
  await fixture.write("flat", [["1", { a: 1 }]]);
  const flat = await fixture.call("field_caps", ["flat"], undefined, {
    fields: "*,_nested_path",
    include_empty_fields: "false",
    filters: "-parent",
  });
  expect(Object.keys(flat.fields as JsonObject)).toContain("a");
  expect(Object.keys(flat.fields as JsonObject)).not.toContain("_nested_path");
  expect(Object.keys(flat.fields as JsonObject)).not.toContain("n.k");
});

test("what is wrong in a nested object is refused, and so are too many of them", async () => {
  expect(await refusal(() => fixture.write("nested", [["9", { n: { l: "bad" } }]]))).toContain(
    "failed to parse field [n.l] of type [long]",
  );
  const many = await refusal(() => fixture.write("nested", [["9", { n: [{}, {}, {}, {}] }]]));
  expect(many).toContain("The number of nested documents has exceeded the allowed limit of [3].");
  expect(await refusal(() => hits({ sort: ["n.l"] }))).toContain(
    "it is mandatory to set the [nested] context on the nested sort field: [n.l].",
  );
});

const updated = (before: JsonObject, after: JsonObject): JsonObject =>
  mergeMappings(mergeMappings({}, { properties: before }, {}), { properties: after }, {});

test("a mapping has so many nested objects", () => {
  const many = { properties: { a: { type: "nested" }, b: { type: "nested" } } };
  expect(() => mergeMappings({}, many, { "index.mapping.nested_fields.limit": "1" })).toThrow(
    "Limit of nested fields [1] has been exceeded",
  );
  expect(mergeMappings({}, many, { "index.mapping.nested_fields.limit": "2" })).toEqual(many);
});

test.each([
  [{ n: { type: "nested" } }, { n: { type: "object" } }, "can't merge a non-nested mapping [n] with a nested mapping"],
  [{ n: { type: "long" } }, { n: { type: "nested" } }, "can't merge a non-nested mapping [n] with a nested mapping"],
  [
    { n: { type: "nested" } },
    { n: { type: "nested", include_in_root: true } },
    "the [include_in_root] parameter can't be updated on a nested object mapping",
  ],
  [
    { a: { type: "long", copy_to: "n.b" } },
    { n: { type: "nested" } },
    "is trying to copy data from nested object [null] to [n]",
  ],
])("%j is not changed to %j", (before, after, words) => {
  expect(() => updated(before as unknown as JsonObject, after as unknown as JsonObject)).toThrow(words);
});
