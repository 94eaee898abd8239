/** What hits render of columns and fields, with and without formats; verified against Elasticsearch 8.19. */
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse, RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { SearchFixture } from "../../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const properties = {
  t: { type: "text" },
  k: { type: "keyword" },
  l: { type: "long" },
  d: { type: "double" },
  f: { type: "float" },
  date: { type: "date" },
  lr: { type: "long_range" },
  fr: { type: "float_range" },
  g: { type: "geo_point" },
  c: { type: "completion", copy_to: "g" },
  v: { type: "dense_vector", dims: 3, index: false },
  b: { type: "binary", doc_values: true },
  unindexed: { type: "keyword", index: false },
  silent: { type: "text", index: false },
};

beforeAll(async () => {
  await fixture.create("empty", { mapping: { properties } });
  await fixture.write("empty", [["1", {}]]);
  await fixture.create("full", { mapping: { dynamic: false, properties } });
  const full =
    '{"d":[5,1577836800000,0.1],"f":[5,16777217,1e-5],"fr":{"gt":1,"lte":5},"v":[1.0,2,3],"b":["aGVsbG8=","YQ=="],"unindexed":"b","u":{"n":null,"a":[null,1]}}';
  await fixture.write("full", [["1", full]]);
  await fixture.write("full", [["2", { g: "1,2" }]]);
  await fixture.write("full", [["3", { g: "1,2", c: "3,4" }]]);
});

async function search(index: string, body: JsonObject): Promise<string> {
  const text = stringifyJson({ _source: false, ...body });
  return fixture.send({ call: "search", targets: [[fixture.target(index)]], bodies: [text], parameters: [{}] });
}

/** The JSON text of the `fields` of the first document. */
async function fieldsOf(body: JsonObject): Promise<string | undefined> {
  const answer = await search("full", { query: { ids: { values: ["1"] } }, ...body });
  return /"fields":(.*)\}\]\}\}$/.exec(answer)?.[1];
}

/** The text of the error. */
async function refusal(index: string, body: JsonObject): Promise<string> {
  const error = await search(index, body).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RequestError ? JSON.stringify(errorResponse(error)) : "";
}

describe("a format that a field does not support is rejected, whether or not it has values", () => {
  test.each([
    ["t", "0.0", "Field [t] doesn't support formats."],
    ["k", "0.0", "Field [k] of type [keyword] doesn't support formats."],
    ["l", "0.0", "Field [l] of type [long] doesn't support formats."],
    ["b", "0.0", "Field [b] doesn't support formats."],
    ["g", "nope", "Unrecognized geometry format [nope]."],
    ["date", "nope", "Invalid format: [nope]: Unknown pattern letter: o"],
    ["lr", "nope", "Invalid format: [nope]: Unknown pattern letter: o"],
  ])("fields: %s as %s", async (field, format, reason) => {
    expect(await refusal("empty", { fields: [{ field, format }] })).toContain(`error fetching [${field}]: ${reason}`);
  });

  test.each([
    ["t", "0.0", "Field [t] of type [text] does not support custom formats"],
    ["g", "wkt", "Field [g] of type [geo_point] does not support custom formats"],
    ["lr", "yyyy", "Field [lr] of type [long_range] does not support custom formats"],
    ["date", "nope", "Invalid format: [nope]: Unknown pattern letter: o"],
  ])("docvalue_fields: %s as %s", async (field, format, reason) => {
    expect(await refusal("empty", { docvalue_fields: [{ field, format }] })).toContain(reason);
  });
});

test("doubles and floats are rendered as by Java", async () => {
  expect(await fieldsOf({ fields: ["d", "f", "fr"] })).toBe(
    '{"d":[5.0,1.5778368E12,0.1],"f":[5.0,1.6777216E7,1.0E-5],"fr":[{"gt":1.0,"lte":5.0}]}',
  );
  expect(await fieldsOf({ docvalue_fields: ["d", "f"] })).toBe(
    '{"d":[0.1,5.0,1.5778368E12],"f":[9.999999747378752E-6,5.0,1.6777216E7]}',
  );
});

test("vectors are rendered whole, bytes as base64 in byte order", async () => {
  expect(await fieldsOf({ docvalue_fields: ["v", "b"] })).toBe('{"v":[[1.0,2.0,3.0]],"b":["YQ==","aGVsbG8="]}');
});

test("binary fields with doc values are counted, but cannot be sorted on", async () => {
  const answer = await search("full", {
    size: 0,
    aggs: { t: { terms: { field: "b" } }, c: { value_count: { field: "b" } } },
  });
  expect(answer).toContain('"buckets":[{"key":"YQ==","doc_count":1},{"key":"aGVsbG8=","doc_count":1}]');
  expect(answer).toContain('"c":{"value":2}');
  expect(await refusal("full", { sort: ["b"] })).toContain("can't sort on binary field");
  expect(await refusal("full", { sort: ["v"] })).toContain("Field [v] of type [dense_vector] doesn't support sort");
});

test("null is rendered for unmapped arrays, not for unmapped members", async () => {
  expect(await fieldsOf({ fields: [{ field: "u.*", include_unmapped: true }] })).toBe('{"u.a":[null,1]}');
});

test("unmapped fields of nested objects are rendered within them, names with dots below fields unchanged", async () => {
  const nested = {
    n: { type: "nested", properties: { k: { type: "keyword" } } },
    m: { type: "nested" },
    f: { type: "flattened" },
  };
  await fixture.create("nested", { mapping: { dynamic: false, properties: nested } });
  const document = {
    n: [{ k: "a", u: 5 }, { u: 6, o: { p: 7 } }, { k: "b" }],
    m: { u: 1 },
    "f.a": 3,
    x: { y: [1, { z: 2 }] },
  };
  await fixture.write("nested", [["1", document]]);
  const shown = async (fields: Json): Promise<unknown> => {
    const answer = JSON.parse(await search("nested", { fields })) as { hits: { hits: { fields: unknown }[] } };
    return answer.hits.hits[0]?.fields;
  };
  expect(await shown([{ field: "*", include_unmapped: true }])).toEqual({
    n: [{ k: ["a"], u: [5] }, { u: [6], "o.p": [7] }, { k: ["b"] }],
    m: [{ u: [1] }],
    "f.a": [3],
    "x.y": [1],
    "x.y.z": [2],
  });
  expect(await shown([{ field: "n.u", include_unmapped: true }])).toEqual({ n: [{ u: [5] }, { u: [6] }] });
  expect(await shown([{ field: "n", include_unmapped: true }])).toBeUndefined();
});

test("for whole-object fields null and long texts are omitted, and an array of one item is rendered as the item", async () => {
  await fixture.create("whole", {
    mapping: { properties: { f: { type: "flattened" }, g: { type: "flattened", ignore_above: 3 } } },
  });
  const f = {
    a: [1],
    b: [["x"]],
    c: [{ d: 1 }],
    e: [],
    h: {},
    i: [{}],
    j: [null, 1],
    k: null,
    l: [1, 2],
    m: [null],
    n: [[]],
    o: [null, null],
  };
  await fixture.write("whole", [
    ["1", { f, g: { a: ["xxxxx"], b: ["xxxxx", "y"], c: "zzzzz", d: { e: "wwwww" }, h: 12345 } }],
  ]);
  const shown = { a: 1, b: ["x"], c: { d: 1 }, h: {}, i: {}, j: [null, 1], l: [1, 2], n: [], o: [null, null] };
  const answer = await search("whole", { fields: ["*"] });
  expect(answer).toContain(JSON.stringify({ f: [shown], g: [{ b: "y", d: { e: "wwwww" }, h: 12345 }] }));
});

test("metadata inside the document is unmapped, and non-ASCII digits are no numbers here", async () => {
  await fixture.write("full", [["4", { _doc_count: 7, l: ["９", "9"] }]]);
  const answer = await search("full", {
    query: { ids: { values: ["4"] } },
    fields: [{ field: "*", include_unmapped: true }],
  });
  expect(answer).toContain('"fields":{"l":[9],"_doc_count":[7]},"ignored_field_values":{"l":["９"]}');
});

test("points that are copy_to targets are rendered only if all source paths have values", async () => {
  const answer = await search("full", { fields: ["g"], sort: ["_seq_no"], query: { ids: { values: ["2", "3"] } } });
  const point = (lon: string, lat: string): string => `{"type":"Point","coordinates":[${lon},${lat}]}`;
  expect([...answer.matchAll(/"fields":(\{.*?\]\})(?:,"sort"|\})/g)].map(([, fields]) => fields)).toEqual([
    `{"g":[${point("2.0", "1.0")},${point("4.0", "3.0")}]}`,
  ]);
});

test("fields that are not indexed are searched through doc values or not at all, and never highlighted", async () => {
  expect(await refusal("full", { query: { term: { silent: "x" } } })).toContain(
    "Cannot search on field [silent] since it is not indexed.",
  );
  const answer = await search("full", {
    query: { match: { unindexed: "b" } },
    highlight: { fields: { unindexed: {} } },
  });
  expect(answer).toContain('"_id":"1"');
  expect(answer).not.toContain("highlight");
});

test("integer fields without coerce render neither fractions nor NaN", async () => {
  const short = { type: "short", ignore_malformed: true };
  await fixture.create("whole-numbers", {
    mapping: { properties: { b: short, c: { ...short, coerce: false }, l: { type: "long", ignore_malformed: true } } },
  });
  await fixture.write("whole-numbers", [["1", { b: ["NaN", "Infinity"], c: ["NaN", 1.5, 7], l: ["NaN", "1e3"] }]]);
  const answer = await search("whole-numbers", { fields: ["*"] });
  expect(answer).toContain(
    '"fields":{"b":[0],"c":[7],"l":[1000]},"ignored_field_values":{"b":["Infinity"],"c":["NaN",1.5],"l":["NaN"]}',
  );
});

test("with subobjects: false an object beside a field of its name is another name, also in synthetic sources", async () => {
  const mapping = { subobjects: false, properties: { n: { type: "boolean" }, "n.lt": { type: "long" } } };
  await fixture.create("beside", { mapping, settings: { "index.mapping.source.mode": "synthetic" } });
  await fixture.write("beside", [["1", '{"n":[{"gte":null,"lt":3},true,{"lt":1}]}']]);
  const answer = await search("beside", { _source: true, fields: ["*"] });
  expect(answer).toContain('"_source":{"n":true,"n.lt":[1,3]},"fields":{"n":[true],"n.lt":[1,3]}');
});
