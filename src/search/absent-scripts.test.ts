/**
 * What needs a script while its language is not there: it is kept, whatever does not need it works, and all else fails
 * with one error.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { errorBody, errorResponse, RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

/** The one error. */
function notRun(script: string): JsonObject {
  return {
    type: "script_exception",
    reason: "runtime error",
    script_stack: [],
    script,
    lang: "painless",
    caused_by: { type: "illegal_argument_exception", reason: "this server does not run scripts in [painless] yet" },
  };
}

async function failure(run: () => Promise<unknown>): Promise<RequestError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

/** The innermost failure of the first shard. */
async function shardFailure(index: string, body: JsonObject, call = "search"): Promise<unknown> {
  const error = await failure(() => fixture.call(call, [index], body));
  expect(error.status).toBe(400);
  const [failed] = errorResponse(error).error["failed_shards"] as { reason: JsonObject }[];
  const { reason } = failed!;
  return (reason["type"] === "query_shard_exception" ? reason["caused_by"] : undefined) ?? reason;
}

describe("runtime fields", () => {
  const runtime = {
    l: { type: "long", script: "emit(1)" },
    k: { type: "keyword", script: "emit('a')", on_script_error: "continue" },
    g: { type: "geo_point", script: "emit(1, 2)" },
    c: {
      type: "composite",
      script: "emit('a', 1)",
      fields: { a: { type: "long" }, t: { type: "date", format: "yyyy", meta: { unit: "d" } } },
    },
    free: { type: "long" },
  };

  beforeAll(async () => {
    await fixture.create("a", { mapping: { dynamic: "true", runtime, properties: { m: { type: "keyword" } } } });
    await fixture.write("a", [
      ["1", { m: "x", l: 7, free: 3 }],
      ["2", { m: "y", free: 4 }],
    ]);
  });

  test.each<[string, JsonObject]>([
    ["emit(1)", { query: { term: { l: 1 } } }],
    ["emit(1)", { query: { range: { l: { gt: 1 } } } }],
    ["emit(1)", { query: { exists: { field: "l" } } }],
    ["emit(1)", { post_filter: { term: { l: 1 } } }],
    ["emit(1)", { sort: ["l"] }],
    ["emit(1)", { size: 0, aggs: { a: { max: { field: "l" } } } }],
    ["emit(1)", { size: 0, aggs: { a: { filter: { term: { l: 1 } } } } }],
    ["emit(1)", { fields: ["l"] }],
    ["emit(1)", { docvalue_fields: ["l"] }],
    ["emit(1, 2)", { query: { geo_distance: { distance: "1km", g: [1, 2] } } }],
    ["emit('a', 1)", { query: { term: { "c.a": 1 } } }],
    ["emit('a', 1)", { query: { exists: { field: "c" } } }],
    ["emit('a', 1)", { sort: ["c.t"] }],
    ["emit('a', 1)", { fields: ["c.*"] }],
    // No document is to blame, so none is left without values.
    ["emit('a')", { query: { term: { k: "a" } } }],
    ["emit('a')", { fields: ["k"] }],
    ["emit(9)", { query: { term: { r: 1 } }, runtime_mappings: { r: { type: "long", script: "emit(9)" } } }],
  ])("%s fails %j", async (script, body) => {
    expect(await shardFailure("a", body)).toEqual(notRun(script));
  });

  test("a query that the type does not take is refused for that", async () => {
    expect(await shardFailure("a", { query: { prefix: { l: "1" } } })).toMatchObject({
      reason:
        "Can only use prefix queries on keyword, text and wildcard fields - not on [l] which is a runtime field of type [long]",
    });
  });

  test("a count fails as a search does", async () => {
    expect(await shardFailure("a", { query: { term: { l: 1 } } }, "count")).toEqual(notRun("emit(1)"));
  });

  test("searches that do not ask for the field work as always", async () => {
    expect(idsOf(await fixture.search("a", { query: { term: { m: "y" } } }))).toEqual(["2"]);
    const found = await fixture.search("a", {
      query: { range: { free: { gt: 3 } } },
      fields: ["free", "m"],
      aggs: { m: { max: { field: "free" } } },
    });
    expect(hitsOf(found).map((hit) => hit.fields)).toEqual([{ free: [4], m: ["y"] }]);
    expect(found.aggregations).toEqual({ m: { value: 4 } });
  });

  test("a composite field has no values itself, and documents map its name, not those within", async () => {
    expect(idsOf(await fixture.search("a", { query: { term: { c: 1 } } }))).toEqual([]);
    expect(await shardFailure("a", { sort: ["c"] })).toMatchObject({
      reason: "No mapping found for [c] in order to sort on",
    });
    await fixture.create("b", { mapping: { runtime } });
    await fixture.write("b", [
      ["1", { c: 5 }],
      ["2", { l: "no number" }],
    ]);
    expect(idsOf(await fixture.search("b", { query: { term: { c: 5 } } }))).toEqual(["1"]);
    expect(idsOf(await fixture.search("b", { query: { exists: { field: "c" } } }))).toEqual(["1"]);
  });

  test("field_caps knows them, and the fields within composite ones", async () => {
    const caps = await fixture.call("field_caps", ["a"], {}, { fields: "*", filters: "-metadata" });
    const can = { metadata_field: false, searchable: true, aggregatable: true };
    expect(caps.fields).toEqual({
      c: { object: { type: "object", metadata_field: false, searchable: false, aggregatable: false } },
      "c.a": { long: { type: "long", ...can } },
      "c.t": { date: { type: "date", ...can, meta: { unit: ["d"] } } },
      free: { long: { type: "long", ...can } },
      g: { geo_point: { type: "geo_point", ...can } },
      k: { keyword: { type: "keyword", ...can } },
      l: { long: { type: "long", ...can } },
      m: { keyword: { type: "keyword", ...can } },
    });
  });

  test("a template makes runtime fields with scripts", async () => {
    const templates = [{ t: { match: "*", runtime: { script: { source: "emit(3)" } } } }];
    await fixture.create("t", { mapping: { dynamic_templates: templates } });
    await fixture.write("t", [["1", { n: 1, s: "x" }]]);
    expect(await shardFailure("t", { sort: ["n"] })).toEqual(notRun("emit(3)"));
    expect(idsOf(await fixture.search("t", {}))).toEqual(["1"]);
  });
});

describe("fields with a script for the time of indexing", () => {
  test("refuse documents", async () => {
    await fixture.create("i", {
      mapping: { properties: { l: { type: "long", script: "emit(1)" }, n: { type: "long" } } },
    });
    for (const source of [{ n: 1 }, {}, { l: [] }]) {
      const error = await failure(() => fixture.write("i", [["1", source]]));
      expect(errorBody(error)).toEqual({
        type: "document_parsing_exception",
        reason: "Error executing script on field [l]",
        caused_by: notRun("emit(1)"),
      });
      const { status, error: whole } = errorResponse(error);
      expect([status, whole.root_cause.map(({ type }) => type)]).toEqual([400, ["script_exception"]]);
    }
  });

  test("and values of their own before that", async () => {
    for (const [source, preview] of [
      [{ n: 1, l: 3 }, "3"],
      [{ n: 1, l: null }, "null"],
    ] as const) {
      expect(errorBody(await failure(() => fixture.write("i", [["1", source]])))).toEqual({
        type: "document_parsing_exception",
        reason: `[1:12] failed to parse field [l] of type [long] in document with id '1'. Preview of field's value: '${preview}'`,
        caused_by: {
          type: "illegal_argument_exception",
          reason: "Cannot index data directly into a field with a [script] parameter",
        },
      });
    }
  });

  test("are ignored where the mapping says to go on", async () => {
    const scripted = { script: "emit(1)", on_script_error: "continue" };
    const types = ["long", "double", "keyword", "boolean", "date", "date_nanos", "ip", "geo_point"];
    const properties = Object.fromEntries(types.map((type) => [type, { type, ...scripted }]));
    await fixture.create("j", { mapping: { properties: { ...properties, n: { type: "long" } } } });
    await fixture.write("j", [["1", { n: 5 }]]);
    const [hit] = hitsOf(await fixture.search("j", { query: { term: { _ignored: "long" } }, fields: ["*"] }));
    expect(hit).toMatchObject({ _id: "1", _ignored: [...types].sort(), fields: { n: [5] } });
    for (const type of types)
      expect(idsOf(await fixture.search("j", { query: { exists: { field: type } } }))).toEqual([]);
  });

  test("in nested objects they are asked for once, of the document itself", async () => {
    const inner = { l: { type: "long", script: "emit(1)", on_script_error: "continue" }, a: { type: "long" } };
    await fixture.create("n", { mapping: { properties: { o: { type: "nested", properties: inner } } } });
    await fixture.write("n", [
      ["1", { o: [{ a: 1 }, { a: 2 }] }],
      ["2", { x: 1 }],
    ]);
    expect(idsOf(await fixture.search("n", { query: { term: { _ignored: "o.l" } }, sort: ["_doc"] }))).toEqual([
      "1",
      "2",
    ]);
  });
});

describe("a scripted similarity", () => {
  beforeAll(async () => {
    const settings = { "index.similarity.my.type": "scripted", "index.similarity.my.script.source": "return 1" };
    await fixture.create("s", {
      settings,
      mapping: { properties: { t: { type: "text", similarity: "my" }, u: { type: "text" } } },
    });
    await fixture.write("s", [
      ["1", { t: "a b", u: "a" }],
      ["2", { t: "b", u: "b" }],
    ]);
  });

  test.each<[JsonObject]>([
    [{ match: { t: "a" } }],
    [{ match_phrase: { t: "a b" } }],
    [{ bool: { should: [{ match: { u: "a" } }, { term: { t: "b" } }] } }],
  ])("fails %j", async (query) => {
    expect(await shardFailure("s", { query })).toEqual(notRun("return 1"));
  });

  test.each<[JsonObject, string[]]>([
    [{ query: { bool: { filter: [{ match: { t: "a" } }] } } }, ["1"]],
    [{ query: { constant_score: { filter: { match_phrase: { t: "a b" } } } } }, ["1"]],
    [{ query: { match: { u: "a" } } }, ["1"]],
    [{ query: { match: { t: "b" } }, sort: ["_doc"] }, ["1", "2"]],
  ])("answers %j", async (body, ids) => {
    expect(idsOf(await fixture.search("s", body))).toEqual(ids);
  });

  test("counts", async () => {
    expect(await fixture.call("count", ["s"], { query: { match: { t: "b" } } })).toMatchObject({ count: 2 });
  });
});

describe("script_fields", () => {
  const asking = (script: unknown, more: JsonObject = {}): JsonObject => ({
    script_fields: { s: { script, ignore_failure: true } as JsonObject },
    ...more,
  });

  beforeAll(async () => {
    await fixture.create("sf", { shards: 1, settings: { "index.max_script_fields": "1" } });
    await fixture.write("sf", [["1", { n: 1 }]]);
  });

  test("fail where there are hits to show them of", async () => {
    expect(await shardFailure("sf", asking("1"))).toEqual(notRun("1"));
    const none = await fixture.search("sf", asking("1", { query: { match_none: {} } }));
    expect(hitsOf(none)).toEqual([]);
    expect(idsOf(await fixture.search("sf", { script_fields: {} }))).toEqual(["1"]);
  });

  // Answers of 8.19.
  test("that no language takes, and too many of them, fail whether there are hits or not", async () => {
    const none = { query: { match_none: {} } };
    const foo = { source: "x", lang: "foo" };
    expect(await shardFailure("sf", asking(foo, none))).toMatchObject({ reason: "script_lang not supported [foo]" });
    const two = { ...none, script_fields: { a: { script: "1" }, b: { script: "2" } } };
    expect(await shardFailure("sf", two)).toMatchObject({
      reason:
        "Trying to retrieve too many script_fields. Must be less than or equal to: [1] but was [2]. This limit can be set by changing the [index.max_script_fields] index level setting.",
    });
    expect(await fixture.search("sf", { ...two, size: 0 })).toMatchObject({ hits: { hits: [] } });
    const stored = await failure(() => fixture.search("sf", asking({ id: "x" }, none)));
    expect(stored.status).toBe(404);
  });
});

test("an aggregation with a script fails as all else, and one that no language takes in its own words", async () => {
  const aggregation = (script: unknown): JsonObject => ({ size: 0, aggs: { a: { max: { script } as JsonObject } } });
  await fixture.create("g");
  expect(await shardFailure("g", aggregation("doc.n"))).toEqual(notRun("doc.n"));
  expect(await shardFailure("g", aggregation({ source: "x", lang: "foo" }))).toMatchObject({
    reason: "script_lang not supported [foo]",
  });
  const wrong = await failure(() => fixture.search("g", aggregation({ source: "x", foo: 1 })));
  // Written as `{"size":0,"aggs":{"a":{"max":{"script":{"source":"x","foo":1}}}}}`.
  expect([wrong.message, wrong.cause?.message]).toEqual([
    "[1:60] [max] failed to parse field [script]",
    "[1:54] [script] unknown field [foo]",
  ]);
});

describe("filters of tokens with a script", () => {
  const filters = {
    "index.analysis.filter.some.type": "predicate_token_filter",
    "index.analysis.filter.some.script.source": "token.position > 1",
    "index.analysis.filter.cond.type": "condition",
    "index.analysis.filter.cond.filter": "lowercase",
    "index.analysis.filter.cond.script.source": "token.position > 2",
    "index.analysis.analyzer.one.tokenizer": "standard",
    "index.analysis.analyzer.one.filter": "some",
    "index.analysis.analyzer.two.tokenizer": "standard",
    "index.analysis.analyzer.two.filter": "cond",
  };

  test.each([
    ["one", "token.position > 1"],
    ["two", "token.position > 2"],
  ])("refuse documents and queries of analyzer %s", async (analyzer, script) => {
    const index = `f-${analyzer}`;
    await fixture.create(index, {
      settings: filters,
      mapping: { properties: { t: { type: "text", analyzer }, u: { type: "text" } } },
    });
    expect(errorBody(await failure(() => fixture.write(index, [["1", { t: "x" }]])))).toEqual(notRun(script));
    // Where there is no token, nothing is asked.
    await fixture.write(index, [
      ["1", { u: "x" }],
      ["2", { t: "", u: "y" }],
    ]);
    expect(await shardFailure(index, { query: { match: { t: "x" } } })).toEqual(notRun(script));
    expect(idsOf(await fixture.search(index, { query: { match: { u: "x" } } }))).toEqual(["1"]);
  });
});
