/** The query `nested`. Answers are those of Elasticsearch 8.19. */
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const keyword = { type: "keyword" };
const text = { type: "text" };
const properties: JsonObject = {
  ck: keyword,
  a: {
    type: "nested",
    properties: { x: text, k: keyword, n: { type: "integer" }, b: { type: "nested", properties: { y: keyword } } },
  },
  c: { type: "nested", include_in_root: true, properties: { z: text } },
};

beforeAll(async () => {
  await fixture.create("i", { mapping: { properties } });
  await fixture.write("i", [
    [
      "1",
      {
        a: [
          { x: "foo bar", k: "p", n: 1, b: [{ y: "u" }, { y: "v" }] },
          { x: "foo", n: 5 },
        ],
        c: { z: "red blue" },
      },
    ],
    ["2", { a: { x: "bar bar", k: "q", n: [3, 4] }, ck: "r" }],
    ["3", { ck: "plain" }],
  ]);
  await fixture.write("i", [["4", { a: { x: "bar", k: "q" }, ck: "r4" }]]);
});

async function scores(
  query: JsonObject,
  target: Parameters<SearchFixture["search"]>[0] = "i",
): Promise<Record<string, number>> {
  const hits = hitsOf(await fixture.search(target, { query, _source: false }));
  return Object.fromEntries(hits.map((hit) => [String(hit._id), Number(hit._score)]));
}

const nested = (path: string, query: JsonObject, more: JsonObject = {}): JsonObject => ({
  nested: { path, query, ...more },
});
const ids = (found: Record<string, number>): string[] => Object.keys(found).sort();

describe("what matches", () => {
  test.each<[JsonObject, string[]]>([
    [nested("a", { term: { "a.k": "p" } }), ["1"]],
    [nested("a", { match_all: {} }), ["1", "2", "4"]],
    // Both within one object.
    [nested("a", { bool: { filter: [{ term: { "a.k": "p" } }, { range: { "a.n": { gte: 5 } } }] } }), []],
    [nested("a", { bool: { must_not: [{ term: { "a.k": "p" } }] } }), ["1", "2", "4"]],
    [{ bool: { must_not: [nested("a", { term: { "a.k": "p" } })] } }, ["2", "3", "4"]],
    [nested("a.b", { term: { "a.b.y": "u" } }), ["1"]],
    [nested("a", nested("a.b", { term: { "a.b.y": "u" } })), ["1"]],
    [nested("a", nested("c", { match: { "c.z": "red" } })), []],
    [nested("a.b", nested("a", { match_all: {} })), []],
    // Fields of other documents are not there.
    [nested("a", { term: { ck: "r" } }), []],
    [nested("a", { term: { "a.b.y": "u" } }), []],
    [nested("a", { exists: { field: "a" } }), ["1", "2", "4"]],
    [nested("a", { exists: { field: "a.b" } }), []],
    [nested("a", { ids: { values: ["1"] } }), ["1"]],
    [nested("a", { range: { _seq_no: { gte: 1 } } }), ["2", "4"]],
    [nested("a", { query_string: { query: "p" } }), ["1"]],
    [nested("zz", { match_all: {} }, { ignore_unmapped: true }), []],
  ])("%j", async (query, expected) => {
    expect(ids(await scores(query))).toEqual(expected);
  });

  test("nothing of a deleted document, nor of one that a caller may not see", async () => {
    await fixture.create("gone", { mapping: { properties } });
    await fixture.write("gone", [["1", { a: { k: "p" } }], ["2", { a: { k: "p" }, ck: "x" }], ["3", { a: { k: "p" }, ck: "y" }]]); // prettier-ignore
    await fixture.delete("gone", ["1"]);
    expect(ids(await scores(nested("a", { term: { "a.k": "p" } }), "gone"))).toEqual(["2", "3"]);
    const target = {
      ...fixture.target("gone"),
      access: { queries: [[JSON.stringify({ term: { ck: "x" } })]], fields: [] },
    };
    expect(ids(await scores(nested("a", { term: { "a.k": "p" } }), [target]))).toEqual(["2"]);
    // A role may ask for nested objects itself.
    const byNested = {
      ...fixture.target("i"),
      access: { queries: [[JSON.stringify(nested("a", { term: { "a.k": "q" } }))]], fields: [] },
    };
    expect(ids(await scores({ match_all: {} }, [byNested]))).toEqual(["2", "4"]);
  });

  test("who sees a field of a nested object may ask for it, and for no other", async () => {
    const target = { ...fixture.target("i"), access: { queries: [], fields: [[{ grant: ["a.k"], except: [] }]] } };
    expect(ids(await scores(nested("a", { term: { "a.k": "p" } }), [target]))).toEqual(["1"]);
    expect(ids(await scores(nested("a", { match: { "a.x": "foo" } }), [target]))).toEqual([]);
    await expect(scores(nested("c", { match_all: {} }), [target])).rejects.toThrow();
  });
});

describe("scores", () => {
  const constants = { bool: { should: [{ constant_score: { filter: { term: { "a.k": "p" } } } }, { constant_score: { filter: { range: { "a.n": { gte: 0 } } }, boost: 2 } }] } }; // prettier-ignore

  test.each([
    ["avg", { "1": 2.5, "2": 2 }],
    ["sum", { "1": 5, "2": 2 }],
    ["max", { "1": 3, "2": 2 }],
    ["min", { "1": 2, "2": 2 }],
    ["none", { "1": 0, "2": 0 }],
    [undefined, { "1": 2.5, "2": 2 }],
  ])("of several objects are joined by %s", async (mode, expected) => {
    expect(await scores(nested("a", constants, mode === undefined ? {} : { score_mode: mode }))).toEqual(expected);
  });

  test("are boosted", async () => {
    expect(await scores(nested("a", constants, { boost: 3, score_mode: "max" }))).toEqual({ "1": 9, "2": 6 });
    expect(await scores(nested("a", constants, { boost: 3, score_mode: "none" }))).toEqual({ "1": 0, "2": 0 });
  });

  test("know of all documents with a field, nested or not: included fields count twice", async () => {
    expect(await scores({ match: { "c.z": "red" } })).toEqual({ "1": 0.18232156 });
    expect(await scores(nested("c", { match: { "c.z": "red" } }))).toEqual({ "1": 0.18232156 });
  });

  test("are explained by the best of the objects", async () => {
    const [hit] = hitsOf(await fixture.search("i", { query: nested("a", constants), explain: true }));
    expect(hit?._explanation).toMatchObject({ value: 2.5, description: "Score based on 2 child docs in range from 0 to 1, using score mode Avg", details: [{ value: 3 }] }); // prettier-ignore
  });
});

test("only names of the query itself are told", async () => {
  const [hit] = hitsOf(
    await fixture.search("i", {
      query: nested("a", { term: { "a.k": { value: "p", _name: "in" } } }, { _name: "out" }),
    }),
  );
  expect(hit?.matched_queries).toEqual(["out"]);
});

test("a profile shows the query on the objects below", async () => {
  const answer = await fixture.search("i", { query: nested("a", { term: { "a.k": "p" } }), profile: true });
  const text = JSON.stringify(answer.profile);
  expect(text).toContain('"type":"ESToParentBlockJoinQuery","description":"ToParentBlockJoinQuery (a.k:p)"');
  expect(text).toContain('"type":"TermQuery","description":"a.k:p"');
});

test("words found in objects are marked", async () => {
  const body = { query: nested("a", { match: { "a.x": "foo" } }), highlight: { fields: { "a.x": {} } } };
  expect(hitsOf(await fixture.search("i", body))[0]?.highlight).toEqual({
    "a.x": ["<em>foo</em> bar", "<em>foo</em>"],
  });
});

describe("refusals", () => {
  const refusal = async (query: Json, parameters: JsonObject = {}): Promise<JsonObject> =>
    fixture.search("i", { query, ...parameters }).then(
      () => ({}),
      (error: unknown) => errorResponse(error).error as JsonObject,
    );

  test.each([
    [{ nested: { query: { match_all: {} } } }, "illegal_argument_exception", "[nested] requires 'path' field"],
    [{ nested: { path: "a" } }, "illegal_argument_exception", "[nested] requires 'query' field"],
    [
      { nested: { path: "a", query: { match_all: {} }, foo: 1 } },
      "parsing_exception",
      "[nested] query does not support [foo]",
    ],
    [
      { nested: { path: "a", query: { match_all: {} }, score_mode: "total" } },
      "illegal_argument_exception",
      "No score mode for child query [total] found",
    ],
  ])("%j", async (query, type, reason) => {
    expect(await refusal(query)).toMatchObject({ type, reason });
  });

  test.each(["zz", "ck"])("of the path %s", async (path) => {
    const error = await refusal(nested(path, { match_all: {} }));
    const reason = `failed to create query: [nested] failed to find nested object under path [${path}]`;
    expect(error.root_cause).toMatchObject([{ type: "query_shard_exception", reason }]);
    expect(error.failed_shards).toMatchObject([{ reason: { caused_by: { type: "illegal_state_exception" } } }]);
  });
});
