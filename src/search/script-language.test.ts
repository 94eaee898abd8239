/**
 * A language in the list is all that scripts need: a small one in place of painless, whose sources are the answers of
 * its programs as JSON.
 */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { ScriptLanguage } from "../scripting/script-language.ts";
import type { ScriptPrograms } from "../scripting/script-programs.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

/**
 * Programs that answer what their source says: values of fields by the path in the source where they stand; a score;
 * positions of tokens.
 */
function programsOf(answer: Json): ScriptPrograms {
  const fields = { values: ({ source }: { source: JsonObject }) => [source[String(answer)] ?? []].flat() };
  const composite = {
    values: ({ source }: { source: JsonObject }) =>
      new Map((answer as string[]).map((name) => [name, [source[name] ?? null]])),
  };
  const positions = { picks: ({ position }: { position: number }) => (answer as number[]).includes(position) };
  const programs = {
    boolean_field: fields,
    date_field: fields,
    double_field: fields,
    geo_point_field: fields,
    ip_field: fields,
    keyword_field: fields,
    long_field: fields,
    composite_field: composite,
    similarity: { score: (weight: number, _term: unknown, frequency: number) => Number(answer) * weight * frequency },
    similarity_weight: { weight: () => Number(answer) },
    analysis: positions,
    field: {
      value({ source }: { source: JsonObject }) {
        const value = source[String(answer)];
        if (value === undefined) throw new RequestError(400, "script_exception", "runtime error");
        return value;
      },
    },
  };
  return programs as unknown as ScriptPrograms;
}

/** A function, as the list is read while this file is still being loaded. */
function small(): ScriptLanguage {
  return {
    name: "painless",
    contexts: [],
    compile({ source }, context) {
      const program = programsOf(JSON.parse(source) as Json)[context];
      return () => program;
    },
  };
}

vi.mock("../scripting/languages.ts", () => ({
  get scriptLanguages() {
    return [small()];
  },
}));

const fixture = new SearchFixture();

describe("runtime fields", () => {
  beforeAll(async () => {
    const composite = {
      type: "composite",
      script: '["a","b"]',
      fields: { a: { type: "long" }, b: { type: "keyword" } },
    };
    const runtime = {
      l: { type: "long", script: '"n"' },
      g: { type: "geo_point", script: '"p"' },
      i: { type: "ip", script: '"address"' },
      c: composite,
    };
    await fixture.create("r", { mapping: { dynamic: false, runtime } });
    await fixture.write("r", [
      ["1", { n: [3, 4], p: { lat: 1, lon: 2 }, address: "1.2.3.4", a: "7", b: 8 }],
      ["2", { n: 5, a: "none", b: true }],
    ]);
  });

  test.each<[JsonObject, string[]]>([
    [{ term: { l: 4 } }, ["1"]],
    [{ range: { l: { gte: 5 } } }, ["2"]],
    [{ exists: { field: "g" } }, ["1"]],
    [{ term: { i: "1.2.0.0/16" } }, ["1"]],
    [{ term: { "c.a": 7 } }, ["1"]],
    [{ terms: { "c.b": ["true", "8"] } }, ["1", "2"]],
    [{ exists: { field: "c.a" } }, ["1"]],
  ])("%j", async (query, ids) => {
    expect(idsOf(await fixture.search("r", { query, sort: ["_doc"] }))).toEqual(ids);
  });

  test("are shown, sorted and aggregated", async () => {
    const found = await fixture.search("r", {
      fields: ["*"],
      sort: [{ l: "desc" }],
      aggs: { sum: { sum: { field: "l" } } },
    });
    expect(hitsOf(found).map((hit) => hit.fields)).toEqual([
      { l: [5], "c.b": ["true"] },
      { l: [3, 4], g: [{ type: "Point", coordinates: [2, 1] }], i: ["1.2.3.4"], "c.a": [7], "c.b": ["8"] },
    ]);
    expect(found.aggregations).toEqual({ sum: { value: 12 } });
  });
});

test("script_fields stand among the fields of hits, which show no source then", async () => {
  await fixture.create("sf", { mapping: { properties: { k: { type: "keyword" } } } });
  await fixture.write("sf", [
    ["1", { k: "x", n: [3, 4], o: { p: 1 } }],
    ["2", { k: "y" }],
  ]);
  const search = async (fields: JsonObject, more: JsonObject = {}): Promise<unknown[]> =>
    hitsOf(await fixture.search("sf", { script_fields: fields, sort: ["k"], ...more }));
  const k = { script: '"k"' };
  expect(await search({ a: k })).toMatchObject([{ fields: { a: ["x"] } }, { fields: { a: ["y"] } }]);
  expect((await search({ a: k }))[0]).not.toHaveProperty("_source");
  expect((await search({ a: k }, { _source: true }))[0]).toMatchObject({ _source: { k: "x" }, fields: { a: ["x"] } });
  const ignoring = { n: { script: '"n"', ignore_failure: true }, o: { script: '"o"', ignore_failure: true } };
  expect((await search(ignoring)).map((hit) => (hit as JsonObject)["fields"])).toEqual([
    { n: [3, 4], o: [{ p: 1 }] },
    undefined,
  ]);
  await expect(search({ n: { script: '"n"' } })).rejects.toThrow("all shards failed");
  // What is shown of the field already stays.
  expect((await search({ k: { script: '"n"', ignore_failure: true } }, { docvalue_fields: ["k"] }))[0]).toMatchObject({
    fields: { k: ["x"] },
  });
});

test("fields take the values of their script when documents are indexed", async () => {
  const scripted = (type: string, source: string): JsonObject => ({ type, script: JSON.stringify(source) });
  const properties = {
    l: scripted("long", "n"),
    k: { ...scripted("keyword", "s"), ignore_above: 5 },
    d: { ...scripted("date", "n"), format: "yyyy" },
    g: scripted("geo_point", "p"),
    o: { properties: { b: scripted("boolean", "yes") } },
    x: { type: "nested", properties: { l: scripted("long", "n") } },
  };
  await fixture.create("i", { mapping: { dynamic: false, properties } });
  await fixture.write("i", [
    ["1", { n: [3, 2], s: ["abc", "longer"], p: { lat: 1, lon: 2 }, yes: true }],
    ["2", { n: 5 }],
  ]);
  const found = await fixture.search("i", {
    query: { range: { l: { lt: 5 } } },
    docvalue_fields: ["l", "k", "o.b", { field: "d", format: "epoch_millis" }, "x.l"],
  });
  expect(hitsOf(found)).toMatchObject([
    { _id: "1", _ignored: ["k"], fields: { l: [2, 3], k: ["abc"], "o.b": [true], d: ["2", "3"], "x.l": [2, 3] } },
  ]);
  expect(idsOf(await fixture.search("i", { query: { geo_distance: { distance: "1km", g: [2, 1] } } }))).toEqual(["1"]);
});

test("a similarity scores by its script", async () => {
  const settings = {
    "index.similarity.my.type": "scripted",
    "index.similarity.my.script.source": "2",
    "index.similarity.my.weight_script.source": "10",
  };
  await fixture.create("s", { settings, mapping: { properties: { t: { type: "text", similarity: "my" } } } });
  await fixture.write("s", [
    ["1", { t: "a" }],
    ["2", { t: "a b a" }],
  ]);
  expect(
    hitsOf(await fixture.search("s", { query: { match: { t: "a" } } })).map((hit) => [hit._id, hit._score]),
  ).toEqual([
    ["2", 40],
    ["1", 20],
  ]);
});

test("filters of tokens ask their script", async () => {
  const settings = {
    "index.analysis.filter.some.type": "predicate_token_filter",
    "index.analysis.filter.some.script.source": "[0, 2]",
    "index.analysis.filter.cond.type": "condition",
    "index.analysis.filter.cond.filter": "uppercase,reverse",
    "index.analysis.filter.cond.script.source": "[2]",
    "index.analysis.analyzer.mine.tokenizer": "standard",
    "index.analysis.analyzer.mine.filter": "some,cond",
  };
  await fixture.create("f", { settings, mapping: { properties: { t: { type: "text", analyzer: "mine" } } } });
  await fixture.write("f", [["1", { t: "ab cd ef gh" }]]);
  const found = async (term: string): Promise<string[]> =>
    idsOf(await fixture.search("f", { query: { term: { t: term } } }));
  expect([await found("ab"), await found("cd"), await found("ef"), await found("FE")]).toEqual([["1"], [], [], ["1"]]);
  // The hole that a token leaves counts.
  expect(idsOf(await fixture.search("f", { query: { match_phrase: { t: "ab xx ef" } } }))).toEqual(["1"]);
});

describe("who may not see all of a document", () => {
  beforeAll(async () => {
    const composite = {
      type: "composite",
      script: '["secret","plain"]',
      fields: { secret: { type: "keyword" }, plain: { type: "keyword" } },
    };
    const runtime = { shown: { type: "keyword", script: '"secret"' }, c: composite };
    await fixture.create("h", { mapping: { dynamic: false, runtime } });
    await fixture.write("h", [["1", { secret: "s", plain: "p" }]]);
  });

  /** Whether a query finds the document, and what is shown of it. */
  async function found(query: JsonObject, restricted: boolean): Promise<unknown> {
    const access = restricted ? { queries: [], fields: [[{ grant: ["*"], except: ["secret"] }]] } : undefined;
    const body = { query: { bool: { filter: [query] } }, fields: ["*"], aggs: { v: { terms: { field: "shown" } } } };
    const answer = await fixture.search([{ ...fixture.target("h"), access }], body);
    return [
      hitsOf(answer).map((hit) => hit.fields),
      (answer.aggregations as { v: { buckets: JsonObject[] } }).v.buckets.length,
    ];
  }

  const whole = { shown: ["s"], "c.secret": ["s"], "c.plain": ["p"] };
  const { "c.plain": plain } = whole;

  // In turns, and each twice: what one search keeps must not serve the other.
  test.each([false, true, false, true])("is not told of the rest by a script (restricted: %s)", async (restricted) => {
    expect(await found({ term: { shown: "s" } }, restricted)).toEqual(restricted ? [[], 0] : [[whole], 1]);
    expect(await found({ term: { "c.secret": "s" } }, restricted)).toEqual(restricted ? [[], 0] : [[whole], 1]);
    expect(await found({ term: { "c.plain": "p" } }, restricted)).toEqual(
      restricted ? [[{ "c.plain": plain }], 0] : [[whole], 1],
    );
  });
});
