/** Scripts from outside: where requests take them beside searches. */
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;

beforeAll(async () => {
  server = await startServer([]);
  return async () => void (await server.stop());
});

const post = (path: string, body?: unknown): ReturnType<ServerProcess["call"]> => server.call("POST", path, body);

/** An index with as many documents, numbered from 1. */
async function numbered(name: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, n) => `{"index":{"_id":"${n + 1}"}}\n{"n":${n + 1}}\n`).join("");
  expect((await post(`/${name}/_bulk?refresh=true`, lines)).body.errors).toBe(false);
}

async function sources(name: string): Promise<unknown[]> {
  const { body } = await post(`/${name}/_search`, { size: 100, sort: "n" });
  return body.hits.hits.map((hit: { _source: unknown }) => hit._source);
}

/** The types and reasons of an error, outermost first. */
function told(body: { error: Told }): string[] {
  const texts: string[] = [];
  for (let at: Told | undefined = body.error; at; at = at.caused_by) texts.push(`${at.type}: ${at.reason}`);
  return texts;
}

interface Told {
  readonly type: string;
  readonly reason: string;
  readonly caused_by?: Told;
}

describe("scripts of work by query", () => {
  test("an update by query writes, deletes or leaves what its script says", async () => {
    await numbered("changed", 250);
    const script = {
      lang: "painless",
      params: { by: 1000 },
      source:
        "if (ctx._source.n % 5 == 0) { ctx.op = 'delete' } else if (ctx._source.n % 2 == 0) { ctx.op = 'noop' } else { ctx._source.n += params.by; ctx._source.id = ctx._id + ctx._version }",
    };
    const { status, body } = await post("/changed/_update_by_query?refresh=true&scroll_size=150", { script });
    expect([status, body]).toMatchObject([
      200,
      { total: 250, updated: 100, deleted: 50, noops: 100, batches: 2, failures: [] },
    ]);
    const { body: changed } = await server.call("GET", "/changed/_doc/7");
    expect(changed).toMatchObject({ _version: 2, _source: { n: 1007, id: "7-1" } });
    expect((await post("/changed/_count")).body.count).toBe(200);
  });

  test.each<[script: unknown, ...told: string[]]>([
    ["ctx.op = 'create'", "script_exception: runtime error", "illegal_argument_exception: [op] must be one of delete, index, noop, not [create]"],
    ["ctx.op = null", "script_exception: runtime error", "illegal_argument_exception: op cannot be null"],
    ["ctx._index = 'b'", "script_exception: runtime error", "illegal_argument_exception: _index cannot be updated"],
    ["ctx.foo = 1", "script_exception: runtime error", "illegal_argument_exception: Cannot put key [foo] with value [1] into ctx"],
    ["ctx._source = 'b'", "script_exception: runtime error", "illegal_argument_exception: Expected [_source] to be a Map, not [b] with type [java.lang.String]"],
    ["ctx.remove('_id')", "script_exception: runtime error", "illegal_argument_exception: _id cannot be removed"],
    ["ctx.remove('_source')", "script_exception: runtime error", "unsupported_operation_exception: Cannot remove key _source from ctx"],
    [{ source: "1 +" }, "script_exception: compile error", "illegal_argument_exception: unexpected end of script."],
    [{ id: "gone" }, "resource_not_found_exception: unable to find script [gone] in cluster state"],
    [{ source: "1", lang: "zork" }, "illegal_argument_exception: script_lang not supported [zork]"],
    [{ source: "1", params: 3 }, "parse_exception: Value must be of type Map: [params]"],
    [7, "illegal_argument_exception: Script value should be a String or a Map"],
    [{ zork: 1 }, "parse_exception: Unsupported field [zork]"],
  ])("an update by query with the script %j fails as a whole", async (script, ...reasons) => {
    await server.call("PUT", "/kept/_doc/1?refresh=true", { n: 1 });
    const { body } = await post("/kept/_update_by_query?conflicts=proceed", { script });
    expect(told(body).slice(0, reasons.length)).toEqual(reasons);
    expect(await sources("kept")).toEqual([{ n: 1 }]);
  }); // prettier-ignore

  test("a script is not looked at where nothing is found", async () => {
    await server.call("PUT", "/kept/_doc/1?refresh=true", { n: 1 });
    const nothing = { query: { match_none: {} } };
    const update = await post("/kept/_update_by_query", { ...nothing, script: "1 +" });
    const copy = await post("/_reindex", { source: { index: "kept", ...nothing }, dest: { index: "d" }, script: { id: "gone" } }); // prettier-ignore
    expect([update.status, copy.status]).toEqual([200, 200]);
  });

  test("a reindex goes where its script says, by the name, id, routing and version that it gives", async () => {
    await numbered("from", 6);
    const script = {
      source: `
        int n = ctx._source.n;
        if (n == 1) { ctx.op = 'noop' }
        else if (n == 2) { ctx._index = 'there'; ctx._id = null; ctx._version = null }
        else if (n == 3) { ctx._id = 'three'; ctx._routing = 'r' }
        else if (n == 4) { ctx.op = 'delete' }
        else if (n == 5) { ctx._version = 9 }
        else { ctx._source = ['n': 60]; ctx._version = null }`,
    };
    await server.call("PUT", "/to/_doc/4?refresh=true", { n: 4 });
    const dest = { index: "to", version_type: "external" };
    const { body } = await post("/_reindex?refresh=true", { source: { index: "from" }, dest, script });
    expect(body).toMatchObject({ total: 6, created: 4, deleted: 1, noops: 1, failures: [] });
    const { body: found } = await post("/to/_search?version=true", { sort: "n" });
    expect(
      found.hits.hits.map(({ _id, _version, _routing, _source }: Record<string, unknown>) => ({
        _id,
        _version,
        _routing,
        _source,
      })),
    ).toEqual([
      { _id: "three", _version: 1, _routing: "r", _source: { n: 3 } },
      { _id: "5", _version: 9, _source: { n: 5 } },
      { _id: "6", _version: 1, _source: { n: 60 } },
    ]);
    await post("/_reindex?refresh=true", { source: { index: "from" }, dest: { index: "to" }, script: { source: "ctx._index = 'there'; ctx._id = null" } }); // prettier-ignore
    expect(await sources("there")).toHaveLength(7);
  });

  test.each<[script: unknown, ...told: string[]]>([
    ["ctx.op = 'noop'", "x_content_parse_exception: [1:65] [reindex] script doesn't support values of type: VALUE_STRING"],
    [{ bla: 1 }, "x_content_parse_exception: [1:72] [reindex] failed to parse field [script]", "x_content_parse_exception: [1:66] [script] unknown field [bla]"],
    [{ source: "ctx._index = null" }, "script_exception: runtime error", "illegal_argument_exception: _index cannot be null"],
    [{ source: "ctx._version = 's'" }, "script_exception: runtime error", "illegal_argument_exception: _version [s] is wrong type, expected assignable to [java.lang.Number], not [java.lang.String]"],
    [{ source: "ctx._id = 3" }, "script_exception: runtime error", "illegal_argument_exception: _id [3] is wrong type, expected assignable to [java.lang.String], not [java.lang.Integer]"],
    [{ source: "ctx._version = 1.5" }, "script_exception: runtime error", "illegal_argument_exception: _version may only be set to an int or a long but was [1.5] with type [java.lang.Double]"],
    [{ source: "ctx._version = 3" }, "action_request_validation_exception: Validation Failed: 1: internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead;"],
  ])("a reindex with the script %j fails as a whole", async (script, ...reasons) => {
    await server.call("PUT", "/from1/_doc/1?refresh=true", { n: 1 });
    const { body } = await post("/_reindex", { source: { index: "from1" }, dest: { index: "refused" }, script });
    expect(told(body).slice(0, reasons.length)).toEqual(reasons);
    expect((await server.call("HEAD", "/refused")).status).toBe(404);
  }); // prettier-ignore
});

describe("stored scripts", () => {
  const stored = (source: unknown, lang = "painless"): object => ({ script: { lang, source } });
  const put = (id: string, body: unknown): ReturnType<ServerProcess["call"]> =>
    server.call("PUT", `/_scripts/${id}`, body);

  test("a script is stored, shown, replaced and removed", async () => {
    expect((await put("mine", stored("1"))).body).toEqual({ acknowledged: true });
    expect((await post("/_scripts/mine", stored("params.a + 1"))).body).toEqual({ acknowledged: true });
    expect((await server.call("GET", "/_scripts/mine")).text).toBe(
      '{"_id":"mine","found":true,"script":{"lang":"painless","source":"params.a + 1"}}',
    );
    expect((await server.call("DELETE", "/_scripts/mine")).body).toEqual({ acknowledged: true });
    const gone = await server.call("GET", "/_scripts/mine");
    expect([gone.status, gone.text]).toEqual([404, '{"_id":"mine","found":false}']);
    const again = await server.call("DELETE", "/_scripts/mine");
    expect([again.status, again.body.error.reason]).toEqual([404, "stored script [mine] does not exist and cannot be deleted"]);
  }); // prettier-ignore

  test.each<[path: string, body: unknown, ...told: string[]]>([
    ["x", "", "parse_exception: request body is required"],
    ["x", {}, "parsing_exception: unexpected token [END_OBJECT, expected [script]"],
    ["x", { zork: {} }, "parsing_exception: unexpected field [zork], expected [script]"],
    ["x", { script: "a" }, "parsing_exception: unexpected token [VALUE_STRING], expected [{, <source>]"],
    ["x", { script: { source: "1" } }, "illegal_argument_exception: must specify lang for stored script"],
    ["x", { script: { lang: "painless" } }, "illegal_argument_exception: must specify source for stored script"],
    ["x", stored(""), "illegal_argument_exception: source cannot be empty"],
    ["x", stored("1", "zork"), "illegal_argument_exception: unable to put stored script with unsupported lang [zork]"],
    ["x", { script: { lang: "painless", source: "1", options: { x: "y" } } }, "illegal_argument_exception: illegal compiler options [{x=y}] specified"],
    ["x%23y", stored("1"), "action_request_validation_exception: Validation Failed: 1: id cannot contain '#' for stored script;"],
    ["x/zork", stored("1"), "illegal_argument_exception: failed to parse/compile stored script [x]", "illegal_argument_exception: Unknown context [zork]"],
    ["x/long_field", stored("1"), "illegal_argument_exception: failed to parse/compile stored script [x]", "illegal_argument_exception: cannot store a script for context [long_field]"],
    ["x/score", stored("1 +"), "script_exception: compile error", "illegal_argument_exception: unexpected end of script."],
    ["x/update", stored("params.a = "), "script_exception: compile error"],
  ])("PUT _scripts/%s of %j is refused", async (path, body, ...reasons) => {
    const answer = await put(path, body);
    expect(answer.status).toBe(400);
    expect(told(answer.body).slice(0, reasons.length)).toEqual(reasons);
  }); // prettier-ignore

  test("a stored script is taken by its id wherever scripts are, as it is now", async () => {
    await numbered("by-id", 4);
    const script = { id: "by-id", params: { at: 2 } };
    const searched = async (body: object): Promise<unknown[]> =>
      (await post("/by-id/_search", body)).body.hits.hits.map((hit: { _id: string; fields?: object; _score: unknown }) => hit.fields ?? [hit._id, hit._score]); // prettier-ignore
    await put("by-id", stored("doc['n'].value > params.at"));
    const query = { query: { bool: { filter: { script: { script } } } }, sort: "n" };
    expect(await searched(query)).toEqual([["3", null], ["4", null]]);
    await put("by-id", stored("doc['n'].value == params.at"));
    expect(await searched(query)).toEqual([["2", null]]);
    await put("by-id", stored("doc['n'].value * params.at"));
    expect(await searched({ query: { script_score: { query: { match_all: {} }, script } }, size: 1 })).toEqual([["4", 8]]);
    expect(await searched({ script_fields: { twice: { script } }, sort: "n", size: 1 })).toEqual([{ twice: [2] }]);
    expect(await searched({ sort: { _script: { script, type: "number", order: "desc" } }, size: 1 })).toEqual([["4", null]]);
    await put("by-id", stored("params.n * params.at"));
    const aggs = { h: { histogram: { field: "n", interval: 2 }, aggs: { s: { sum: { field: "n" } }, made: { bucket_script: { buckets_path: { n: "s" }, script } } } } };
    const { body } = await post("/by-id/_search", { size: 0, aggs });
    expect(body.aggregations.h.buckets.map((bucket: { made: { value: number } }) => bucket.made.value)).toEqual([2, 10, 8]);
    await put("by-id", stored("ctx._source.n = params.at"));
    await post("/by-id/_update/1?refresh=true", { script });
    await post("/by-id/_bulk?refresh=true", `{"update":{"_id":"4"}}\n${JSON.stringify({ script })}\n`);
    await post("/by-id/_update_by_query?refresh=true", { query: { term: { n: 3 } }, script });
    expect(await sources("by-id")).toEqual([{ n: 2 }, { n: 2 }, { n: 2 }, { n: 2 }]);
    await server.call("DELETE", "/_scripts/by-id");
    const gone = await post("/by-id/_search", query);
    expect([gone.status, told({ error: gone.body.error.failed_shards[0].reason }).at(-1)]).toEqual([400, "resource_not_found_exception: unable to find script [by-id] in cluster state"]);
    expect((await post("/by-id/_update/1", { script })).body.error.reason).toBe("failed to execute script");
  }); // prettier-ignore

  test("contexts and languages are shown", async () => {
    const { body } = await server.call("GET", "/_script_context");
    expect(body.contexts.find(({ name }: { name: string }) => name === "filter")).toEqual({
      name: "filter",
      methods: [
        { name: "execute", return_type: "boolean", params: [] },
        { name: "getDoc", return_type: "java.util.Map", params: [] },
        { name: "getParams", return_type: "java.util.Map", params: [] },
      ],
    });
    const names = body.contexts.map(({ name }: { name: string }) => name);
    const languages = (await server.call("GET", "/_script_language")).body;
    expect(languages.types_allowed).toEqual(["inline", "stored"]);
    for (const { contexts } of languages.language_contexts) expect(names).toEqual(expect.arrayContaining(contexts));
  });
});

describe("templates of searches", () => {
  const matching = { query: { match: { t: "{{q}}" } }, size: "{{size}}{{^size}}5{{/size}}" };

  beforeAll(async () => {
    await server.call("PUT", "/books/_doc/1?refresh=true", { n: 1, t: "foo bar" });
    await server.call("PUT", "/_scripts/by-word", { script: { lang: "mustache", source: matching } });
    await server.call("PUT", "/_scripts/no-template", { script: { lang: "painless", source: "1" } });
  });

  test.each<[body: unknown, hits: number]>([
    [{ id: "by-word", params: { q: "foo" } }, 1],
    [{ id: "by-word", params: { q: "foo", size: 0 } }, 0],
    [{ source: matching, params: { q: "none" } }, 0],
    [{ source: '{"query":{"terms":{"n":{{#toJson}}ns{{/toJson}}}}{{#s}},"size":{{s}}{{/s}}}', params: { ns: [1, 2] } }, 1],
    [{ source: '{"query":{"match":{"t":"{{q}}"}}}', params: { q: 'a "quoted" foo' } }, 1],
  ])("%j finds %i", async (body, hits) => {
    const found = await post("/books/_search/template", body);
    expect(found.body.hits.hits).toHaveLength(hits);
  }); // prettier-ignore

  test("whether a search explains and profiles is what the request says", async () => {
    const source = { query: { match: { t: "foo" } }, profile: true };
    const { body } = await post("/books/_search/template?typed_keys&rest_total_hits_as_int=true", { source, explain: true }); // prettier-ignore
    expect([body.hits.total, Object.keys(body.hits.hits[0]).includes("_explanation"), body.profile]).toEqual([1, true, undefined]); // prettier-ignore
    const scrolled = await post("/books/_search/template?scroll=1m", { source });
    expect((await post("/_search/scroll", { scroll_id: scrolled.body._scroll_id })).status).toBe(200);
  });

  test.each<[path: string, body: unknown, ...told: string[]]>([
    ["/books/_search/template", "", "parse_exception: request body or source parameter is required"],
    ["/books/_search/template", [], "x_content_parse_exception: [1:1] [search_template] Expected START_OBJECT but was: START_ARRAY"],
    ["/books/_search/template", { params: {} }, "action_request_validation_exception: Validation Failed: 1: template is missing;2: template's script type is missing;"],
    ["/books/_search/template", { source: "" }, "action_request_validation_exception: Validation Failed: 1: template is missing;"],
    ["/books/_search/template", { source: "{}", zork: 1 }, "x_content_parse_exception: [1:16] [search_template] unknown field [zork]"],
    ["/books/_search/template", { source: "{}", params: 3 }, "x_content_parse_exception: [1:25] [search_template] params doesn't support values of type: VALUE_NUMBER"],
    ["/books/_search/template", { source: 7 }, "x_content_parse_exception: [1:11] [search_template] source doesn't support values of type: VALUE_NUMBER"],
    ["/books/_search/template", { id: "gone" }, "resource_not_found_exception: unable to find script [gone] in cluster state"],
    ["/books/_search/template", { source: "{{#x}}" }, "script_exception: Failed to close 'x' tag @[query-template:1]", "mustache_exception: Failed to close 'x' tag @[query-template:1]"],
    ["/books/_search/template", { source: '{"zork":1}' }, "parsing_exception: Unknown key for a VALUE_NUMBER in [zork]."],
    ["/gone/_search/template", { source: "{}" }, "index_not_found_exception: no such index [gone]"],
    ["/books/_search/template?scroll=1m", { source: { size: 0 } }, "action_request_validation_exception: Validation Failed: 1: [size] cannot be [0] in a scroll context;"],
    ["/_render/template/gone", {}, "resource_not_found_exception: unable to find script [gone] in cluster state"],
  ])("%s with %j is refused", async (path, body, ...reasons) => {
    expect(told((await post(path, body)).body).slice(0, reasons.length)).toEqual(reasons);
  }); // prettier-ignore

  test("a template is rendered without a search", async () => {
    const params = { q: "x" };
    const made = '{"template_output":{"query":{"match":{"t":"x"}},"size":"5"}}';
    expect((await post("/_render/template", { id: "by-word", params })).text).toBe(made);
    expect((await post("/_render/template/by-word", { params })).text).toBe(made);
    expect((await post("/_render/template", { source: '{"a":{{n}}}', params: { n: 2 } })).text).toBe('{"template_output":{"a":2}}');
    expect((await post("/_render/template", '{"source":"[{{n}}]","params":{"n":2.0}}')).text).toBe('{"template_output":[2.0]}');
  }); // prettier-ignore

  test("several templates have an answer each, or an error", async () => {
    const lines = [
      { index: "books" }, { id: "by-word", params: { q: "foo" } },
      {}, { source: { size: 0 } },
      { index: "books" }, { id: "gone" },
      { index: "books" }, { source: '{"zork":1}' },
      { index: "none" }, { source: "{}" },
      { index: "books" }, { source: "{{#x}}" },
    ]; // prettier-ignore
    const many = (each: object[]): ReturnType<typeof post> =>
      post("/_msearch/template", each.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { body } = await many(lines);
    expect(body.responses.map(({ status, hits, error }: { status: number; hits?: { hits: unknown[] }; error?: Told }) => [status, hits?.hits.length ?? error?.type])).toEqual([
      [200, 1], [200, 0], [404, "resource_not_found_exception"], [400, "parsing_exception"], [404, "index_not_found_exception"], [400, "script_exception"],
    ]);
    expect((await many([{}, { zork: 1 }])).body.error.reason).toBe("[1:2] [search_template] unknown field [zork]");
    expect((await many([{}, { params: {} }])).body.error.reason).toBe("Malformed search template");
  }); // prettier-ignore
});
