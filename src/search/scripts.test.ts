/** Scripts where searches and documents meet them: fields, sorts, similarities, filters of tokens. */
import { beforeAll, describe, expect, test } from "vitest";
import { errorBody, errorResponse, RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

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
async function shardFailure(index: string, body: JsonObject): Promise<JsonObject> {
  const error = await failure(() => fixture.search(index, body));
  expect(error.status).toBe(400);
  const [failed] = errorResponse(error).error["failed_shards"] as { reason: JsonObject }[];
  const { reason } = failed!;
  const cause = reason["type"] === "query_shard_exception" ? reason["caused_by"] : undefined;
  return (cause ?? reason) as JsonObject;
}

beforeAll(async () => {
  const properties = {
    n: { type: "long" },
    d: { type: "double" },
    k: { type: "keyword" },
    t: { type: "text" },
    at: { type: "date" },
    g: { type: "geo_point" },
    b: { type: "boolean" },
    ip: { type: "ip" },
  };
  await fixture.create("a", { mapping: { properties } });
  await fixture.write("a", [
    ["1", { n: 3, d: 1.5, k: "b", t: "x", at: "2020-02-03T04:05:06Z", g: "1,2", b: true, ip: "1.2.3.4" }],
    ["2", { n: [1, 2], k: "a" }],
  ]);
});

/** What a script answers for document 1. */
async function fieldOf(script: string, id = "1"): Promise<string> {
  const answer = await fixture.search("a", { query: { ids: { values: [id] } }, script_fields: { s: { script } } });
  return writeJson((hitsOf(answer)[0]!["fields"] as JsonObject)["s"]);
}

// Answers of OpenSearch 3.8, which are those of Elasticsearch.
describe("script_fields", () => {
  test.each([
    ["doc['n']", "[3]"],
    ["doc['n'].value * 2", "[6]"],
    ["doc.n.value / 2", "[1]"],
    ["doc['d'].value / 2", "[0.75]"],
    ["doc['at']", '["2020-02-03T04:05:06.000Z"]'],
    ["doc['at'].value.toString() + doc['at'].value.year", '["2020-02-03T04:05:06Z2020"]'],
    ["doc['at'].value.toInstant().toEpochMilli()", "[1580702706000]"],
    ["doc['b'].value ? 'yes' : 'no'", '["yes"]'],
    ["doc['ip'].value", '["1.2.3.4"]'],
    ["doc['g'].value.lat > 0.99 && doc['g'].lon < 2.01", "[true]"],
    ["Math.abs(doc['g'].arcDistance(3, 4) - 314404.388) < 2", "[true]"],
    ["Math.round(doc['g'].planeDistance(3, 4))", "[314411]"],
    ["params._source.n", "[3]"],
    ["params['_source']['k'] + 1", '["b1"]'],
    ["['x': 1, 'y': 2.0, 'z': [1.5f, 3L]]", '[{"x":1,"y":2,"z":[1.5,3]}]'],
    ["doc.containsKey('zzz') || doc.containsKey('n') == false", "[false]"],
    ["field('n').get(7) + field('zzz').get(8)", "[11]"],
    ["$('k', 'none') + $('zzz', 'none')", '["bnone"]'],
    ["Math.log(doc['n'].value) > 1", "[true]"],
    ["long s = 0; for (x in doc['n']) s += x; return s", "[3]"],
  ])("%s answers %s", async (script, answer) => {
    expect(await fieldOf(script)).toBe(answer);
  });

  test("lists are several values, and what is missing can be asked for", async () => {
    expect(await fieldOf("doc['n']", "2")).toBe("[1,2]");
    expect(await fieldOf("doc['at'].size() == 0 ? null : doc['at'].value", "2")).toBe("[null]");
    expect(await fieldOf("doc['n'].stream().mapToLong(x -> x).sum()", "2")).toBe("[3]");
  });

  test.each([
    ["doc['zzz'].value", "No field found for [zzz] in mapping"],
    ["doc['t'].value", /^Fielddata is disabled on \[t\] in \[a\]/],
    [
      "doc['d'].value",
      "A document doesn't have a value for a field! Use doc[<field>].size()==0 to check if a document is missing a field!",
    ],
  ])("%s fails", async (script, reason) => {
    const failed = await shardFailure("a", { script_fields: { s: { script } } });
    expect(failed).toMatchObject({ type: "script_exception", reason: "runtime error", lang: "painless" });
    expect((failed["caused_by"] as JsonObject)["reason"]).toMatch(reason);
  });

  test("a failure can be ignored", async () => {
    const body = { script_fields: { s: { script: "doc['zzz'].value", ignore_failure: true } } };
    expect(hitsOf(await fixture.search("a", body)).map((hit) => hit["fields"])).toEqual([undefined, undefined]);
  });

  test("that no language takes, and too many of them, fail whether there are hits or not", async () => {
    await fixture.create("sf", { shards: 1, settings: { "index.max_script_fields": "1" } });
    await fixture.write("sf", [["1", { n: 1 }]]);
    const none = { query: { match_none: {} } };
    const foo = { ...none, script_fields: { s: { script: { source: "x", lang: "foo" } } } };
    expect(await shardFailure("sf", foo)).toMatchObject({ reason: "script_lang not supported [foo]" });
    const two = { ...none, script_fields: { a: { script: "1" }, b: { script: "2" } } };
    expect(await shardFailure("sf", two)).toMatchObject({
      reason:
        "Trying to retrieve too many script_fields. Must be less than or equal to: [1] but was [2]. This limit can be set by changing the [index.max_script_fields] index level setting.",
    });
    expect(await fixture.search("sf", { ...two, size: 0 })).toMatchObject({ hits: { hits: [] } });
    const stored = { ...none, script_fields: { s: { script: { id: "x" } } } };
    expect((await failure(() => fixture.search("sf", stored))).status).toBe(404);
  });
});

describe("_script sorts", () => {
  const sorted = async (sort: JsonObject, more: JsonObject = {}): Promise<unknown> =>
    JSON.parse(
      writeJson(
        hitsOf(await fixture.search("a", { sort: { _script: sort }, ...more })).map((hit) => [hit["_id"], hit["sort"]]),
      ),
    );

  test("by numbers and texts", async () => {
    expect(await sorted({ type: "number", script: "doc['n'].value * 2", order: "desc" })).toEqual([
      ["1", [6]],
      ["2", [2]],
    ]);
    expect(await sorted({ type: "string", script: "doc['k'].value" })).toEqual([
      ["2", ["a"]],
      ["1", ["b"]],
    ]);
    expect(await sorted({ type: "string", script: "doc['k'].value", order: "desc" })).toEqual([
      ["1", ["b"]],
      ["2", ["a"]],
    ]);
    expect(await sorted({ type: "number", script: "doc['n'].value" }, { search_after: [1] })).toEqual([["1", [3]]]);
    expect(await sorted({ type: "string", script: "doc['k'].value" }, { search_after: ["a"] })).toEqual([["1", ["b"]]]);
  });

  test("over several segments and shards", async () => {
    await fixture.create("many", { shards: 2, mapping: { properties: { n: { type: "long" } } } });
    for (let i = 0; i < 4; i++)
      await fixture.write(
        "many",
        [0, 1, 2].map((j) => [`${i}${j}`, { n: (i * 7 + j * 5) % 12 }]),
      );
    for (const type of ["number", "string"]) {
      const script = type === "number" ? "-doc['n'].value" : "(char) (doc['n'].value + 65) + ''";
      const answer = await fixture.search("many", { size: 20, sort: { _script: { type, script } } });
      const sorts = hitsOf(answer).map((hit) => (hit["sort"] as unknown[])[0]);
      expect(sorts).toEqual(
        [...sorts].sort((one, other) =>
          String(one) === one ? (one < String(other) ? -1 : 1) : Number(one) - Number(other),
        ),
      );
      expect(sorts).toHaveLength(12);
    }
  });

  // Answers of OpenSearch 3.8 with one shard.
  test.each([1, 2])("by numbers: -0 before 0, NaN behind all, with %i shards", async (shards) => {
    const index = `nan${shards}`;
    await fixture.create(index, { shards, mapping: { properties: { n: { type: "long" } } } });
    for (const n of [1, 2, 3, 4, 5, 6]) await fixture.write(index, [[String(n), { n }]]);
    const numbers = "Double.NaN, Double.POSITIVE_INFINITY, -1.0, 5.0, 0.0, -0.0";
    const script = `double[] all = new double[] {${numbers}}; return all[(int) doc['n'].value - 1]`;
    const sorted = async (order: string, more: JsonObject = {}): Promise<string> => {
      const answer = await fixture.search(index, { sort: { _script: { type: "number", script, order } }, ...more });
      return hitsOf(answer)
        .map((hit) => hit["_id"])
        .join("");
    };
    expect(await sorted("asc")).toBe("365421");
    expect(await sorted("desc")).toBe("124563");
    expect(await sorted("asc", { size: 4 })).toBe("3654");
    expect(await sorted("desc", { size: 2 })).toBe("12");
    const after = async (order: string, value: Json): Promise<string> => sorted(order, { search_after: [value] });
    expect(await after("asc", "NaN")).toBe("");
    expect(await after("asc", "Infinity")).toBe("1");
    expect(await after("desc", "NaN")).toBe("24563");
    expect(await after("desc", "Infinity")).toBe("4563");
    expect(await after("desc", 5)).toBe("563");
    const shown = await fixture.search(index, { sort: { _script: { type: "number", script } } });
    const texts = JSON.stringify(JSON.parse(writeJson(hitsOf(shown).map((hit) => hit["sort"]))));
    expect(texts).toBe('[[-1],[0],[0],[5],["Infinity"],["NaN"]]');
  });

  // Answers of OpenSearch 3.8.
  test.each<[JsonObject, string]>([
    [{ script: "1" }, "Required [type]"],
    [{ type: "number" }, "Required [script]"],
    [{ type: "foo", script: "1" }, "[1:28] [_script] failed to parse field [type] <- Unknown ScriptSortType [foo]"],
    [{ type: "number", script: "1", foo: 1 }, "[1:50] [_script] unknown field [foo]"],
    [
      { type: "string", script: '"a"', mode: "sum" },
      "[1:61] [_script] failed to parse field [mode] <- script sort of type [string] doesn't support mode [sum]",
    ],
  ])("%j is refused", async (sort, words) => {
    const error = await failure(() => fixture.search("a", { sort: { _script: sort } }));
    expect(error.cause ? `${error.message} <- ${error.cause.message}` : error.message).toBe(words);
  });
});

describe("runtime fields with scripts", () => {
  const runtime = {
    l: { type: "long", script: "emit(doc['n'].value * 10)" },
    k: { type: "keyword", script: "emit(params._source.s)", on_script_error: "continue" },
    g: { type: "geo_point", script: "emit(1, 2)" },
    dt: { type: "date", script: "emit(1580702706000L)" },
    bo: { type: "boolean", script: "emit(doc['n'].value > 1)" },
    db: { type: "double", script: "for (x in [1, 2]) emit(x * 1.5)" },
    addr: { type: "ip", script: "emit('10.0.0.' + doc['n'].value)" },
    c: {
      type: "composite",
      script: "emit('a', doc['n'].value); emit('t', '2020')",
      fields: { a: { type: "long" }, t: { type: "date", format: "yyyy" } },
    },
    other: { type: "long", script: "emit(doc['l'].value + 1)" },
  };

  beforeAll(async () => {
    await fixture.create("r", { mapping: { dynamic: false, runtime, properties: { n: { type: "long" } } } });
    await fixture.write("r", [
      ["1", { n: 1, s: "x" }],
      ["2", { n: 2, s: ["y"] }],
    ]);
  });

  test.each<[JsonObject, string[]]>([
    [{ term: { l: 10 } }, ["1"]],
    [{ range: { l: { gt: 10 } } }, ["2"]],
    [{ exists: { field: "l" } }, ["1", "2"]],
    // A script fails on the second, and goes on.
    [{ term: { k: "x" } }, ["1"]],
    [{ exists: { field: "k" } }, ["1"]],
    [{ geo_distance: { distance: "1km", g: "1,2" } }, ["1", "2"]],
    [{ range: { dt: { gte: "2020-01-01", lt: "2021-01-01" } } }, ["1", "2"]],
    [{ term: { bo: true } }, ["2"]],
    [{ term: { db: 3 } }, ["1", "2"]],
    [{ term: { addr: "10.0.0.2" } }, ["2"]],
    [{ term: { "c.a": 2 } }, ["2"]],
    [{ term: { other: 21 } }, ["2"]],
  ])("%j finds %j", async (query, ids) => {
    expect(idsOf(await fixture.search("r", { query, sort: ["n"] }))).toEqual(ids);
  });

  test("are shown, sorted by and aggregated", async () => {
    const answer = await fixture.search("r", {
      sort: [{ l: "desc" }],
      fields: ["l", "k", "dt", "c.*"],
      aggs: { most: { max: { field: "l" } } },
    });
    expect(hitsOf(answer).map((hit) => [hit["_id"], hit["fields"]])).toEqual([
      ["2", { l: [20], dt: ["2020-02-03T04:05:06.000Z"], "c.a": [2], "c.t": ["2020"] }],
      ["1", { l: [10], k: ["x"], dt: ["2020-02-03T04:05:06.000Z"], "c.a": [1], "c.t": ["2020"] }],
    ]);
    expect(answer.aggregations).toEqual({ most: { value: 20 } });
  });

  test("those of a request stand for the time of the request", async () => {
    const runtime_mappings = { r: { type: "long", script: { source: "emit(params.n)", params: { n: 9 } } } };
    expect(idsOf(await fixture.search("r", { query: { term: { r: 9 } }, runtime_mappings, sort: ["n"] }))).toEqual([
      "1",
      "2",
    ]);
    const circle = { a: { type: "long", script: "emit(doc['a'].value)" } };
    const failed = await shardFailure("r", { query: { term: { a: 1 } }, runtime_mappings: circle });
    expect(writeJson(failed)).toMatch(/Cyclic dependency detected while resolving runtime fields: a/);
  });

  test("a definition whose script does not compile is refused", async () => {
    const broken = { runtime: { x: { type: "long", script: "emit('a')" } } };
    const error = await failure(() => fixture.create("broken", { mapping: broken }));
    expect(error.cause?.type ?? error.type).toBe("script_exception");
  });
});

describe("fields with a script for the time of indexing", () => {
  test("are indexed like values of the document", async () => {
    const properties = {
      n: { type: "long" },
      l: { type: "long", script: "emit(doc['n'].value * 2)" },
      k: { type: "keyword", script: "emit(params._source.s.toUpperCase())" },
    };
    await fixture.create("i", { mapping: { properties } });
    await fixture.write("i", [["1", { n: 4, s: "x" }]]);
    expect(idsOf(await fixture.search("i", { query: { term: { l: 8 } } }))).toEqual(["1"]);
    expect(idsOf(await fixture.search("i", { query: { term: { k: "X" } } }))).toEqual(["1"]);
    const error = await failure(() => fixture.write("i", [["2", { s: "x" }]]));
    expect(errorBody(error)).toMatchObject({
      type: "document_parsing_exception",
      reason: "Error executing script on field [l]",
      caused_by: { type: "script_exception", reason: "runtime error" },
    });
  });

  test("a document on which they fail is indexed without them where the mapping says so", async () => {
    const l = { type: "long", script: "emit(doc['n'].value)", on_script_error: "continue" };
    await fixture.create("j", { mapping: { properties: { l, n: { type: "long" } } } });
    await fixture.write("j", [["1", { x: 5 }]]);
    expect(idsOf(await fixture.search("j", { query: { term: { _ignored: "l" } } }))).toEqual(["1"]);
  });
});

test("a scripted similarity scores", async () => {
  const settings = {
    "index.similarity.my.type": "scripted",
    "index.similarity.my.script.source":
      "double tf = Math.sqrt(doc.freq); return query.boost * tf / doc.length + weight",
    "index.similarity.my.weight_script.source": "return term.docFreq * 10",
  };
  await fixture.create("s", { settings, mapping: { properties: { t: { type: "text", similarity: "my" } } } });
  await fixture.write("s", [["1", { t: "a b a a a" }]]);
  const [hit] = hitsOf(await fixture.search("s", { query: { match: { t: "a" } } }));
  expect(Number(writeJson(hit!["_score"]))).toBeCloseTo(10.4, 5);
});

test("filters of tokens pick by scripts", async () => {
  const settings = {
    "index.analysis.filter.some.type": "predicate_token_filter",
    "index.analysis.filter.some.script.source": "token.position > 0",
    "index.analysis.filter.cond.type": "condition",
    "index.analysis.filter.cond.filter": "uppercase",
    "index.analysis.filter.cond.script.source": "token.term.length() > 1",
    "index.analysis.analyzer.one.tokenizer": "whitespace",
    "index.analysis.analyzer.one.filter": ["some", "cond"],
  } as unknown as Record<string, string>;
  await fixture.create("f", { settings, mapping: { properties: { t: { type: "text", analyzer: "one" } } } });
  await fixture.write("f", [["1", { t: "aa bb c" }]]);
  const found = async (value: string): Promise<number> =>
    idsOf(await fixture.search("f", { query: { term: { t: value } } })).length;
  expect([await found("AA"), await found("aa"), await found("BB"), await found("c")]).toEqual([0, 0, 1, 1]);
});

describe("a caller who may not see a field", () => {
  const access = { queries: [], fields: [[{ grant: ["*"], except: ["k", "n"] }]] };
  const asked = (script: string): ReturnType<typeof fixture.search> =>
    fixture.search([{ ...fixture.target("a"), access }], { script_fields: { s: { script } } });

  test.each([
    ["params._source.k", [null]],
    ["params._source.containsKey('n')", [false]],
    ["field('k').get('none')", ["none"]],
    ["$('n', 'none')", ["none"]],
    ["doc.containsKey('k')", [false]],
    ["params._source.toString().contains('n=')", [false]],
  ])("is not told of it by %s", async (script, values) => {
    expect((hitsOf(await asked(script))[0]!["fields"] as JsonObject)["s"]).toEqual(values);
  });

  test("is told that there is no such field", async () => {
    for (const script of ["doc['k'].value", "doc.n", "doc['k']"]) {
      const error = await failure(() => asked(script));
      expect(writeJson(errorResponse(error).error)).toContain("No field found for [");
    }
    const sort = { _script: { type: "number", script: "doc['n'].value" } };
    const error = await failure(() => fixture.search([{ ...fixture.target("a"), access }], { sort }));
    expect(writeJson(errorResponse(error).error)).toContain("No field found for [n] in mapping");
  });
});
