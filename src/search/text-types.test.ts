/**
 * Types of analysed text. Scores are those of Elasticsearch 8.19 (index_phrases), and of OpenSearch for the types that
 * the former's core lacks.
 */
import { beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("phrases", {
    mapping: { properties: { ph: { type: "text", index_phrases: true }, p: { type: "text", index_prefixes: {} } } },
  });
  await fixture.write("phrases", [
    ["0", { ph: "quick brown fox", p: "quick brown fox" }],
    ["1", { ph: "brown quick fox" }],
    ["2", { ph: ["quick", "brown fox"] }],
    ["3", {}],
    ["4", {}],
    ["5", { ph: "quick" }],
  ]);
  await fixture.create("words", {
    mapping: {
      properties: {
        m: { type: "match_only_text" },
        s: { type: "search_as_you_type" },
        count: { type: "token_count", analyzer: "standard", null_value: 7 },
        dense: { type: "token_count", analyzer: "english", enable_position_increments: false },
      },
    },
  });
  await fixture.write("words", [
    [
      "0",
      { m: "quick brown fox", s: "quick brown fox jumps", count: "quick brown the fox", dense: "the quick brown fox" },
    ],
    ["1", { m: "brown quick", s: ["lazy dog", "brown foxes"], count: ["one two", "three"] }],
    ["2", { count: null }],
  ]);
});

async function hits(index: string, body: JsonObject): Promise<JsonObject[]> {
  const answer = await fixture.call("search", [index], { size: 100, _source: false, ...body });
  return (answer.hits as JsonObject).hits as JsonObject[];
}

async function scores(index: string, query: Json): Promise<(readonly [string, number])[]> {
  const found = await hits(index, { query });
  return found
    .map((hit) => [hit._id as string, Math.round((hit._score as number) * 1e6) / 1e6] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

test.each([
  [{ match_phrase: { ph: "quick brown" } }, [["0", 0.906649]]],
  [{ match_phrase: { ph: "quick brown fox" } }, [["0", 1.341106]]],
  [
    { match_phrase: { ph: { query: "quick fox", slop: 1 } } },
    [
      ["0", 0.27034],
      ["1", 0.427092],
    ],
  ],
  [{ term: { "ph._index_phrase": "quick brown" } }, []],
  [{ prefix: { p: "qui" } }, [["0", 1]]],
])("with index_phrases or index_prefixes, %j", async (query, expected) => {
  expect(await scores("phrases", query)).toEqual(expected);
});

test.each([
  [
    { match: { m: "quick brown" } },
    [
      ["0", 2],
      ["1", 2],
    ],
  ],
  [{ match_phrase: { m: "quick brown" } }, [["0", 1]]],
  [{ match_phrase: { s: "quick brown" } }, [["0", 1]]],
  [
    { multi_match: { query: "brown fo", type: "bool_prefix", fields: ["s", "s._2gram", "s._3gram"] } },
    [
      ["0", 1],
      ["1", 1],
    ],
  ],
  [{ prefix: { "s._2gram": "quick br" } }, [["0", 1]]],
  [{ term: { count: 4 } }, [["0", 1]]],
  [{ term: { count: 7 } }, [["2", 1]]],
  [
    { range: { count: { gte: 2, lt: 5 } } },
    [
      ["0", 1],
      ["1", 1],
    ],
  ],
  [{ term: { dense: 3 } }, [["0", 1]]],
])("%j", async (query, expected) => {
  const found = await scores("words", query);
  expect(found.map(([id]) => id)).toEqual((expected as [string, number][]).map(([id]) => id));
  // The scores of the second type depend on the number of documents of the server that was asked.
  if (!JSON.stringify(query).includes('"s')) expect(found).toEqual(expected);
});

test("beginnings of runs of words are terms of their own", async () => {
  for (const text of ["q", "quick b", "quick brown f", "jum", "dog"]) {
    expect(await scores("words", { term: { "s._index_prefix": text } }), text).toHaveLength(1);
  }
  expect(await scores("words", { term: { "s._index_prefix": "uick" } })).toEqual([]);
});

test("counts of words are shown as numbers, and field_caps calls the types by their family", async () => {
  expect(
    await hits("words", { query: { ids: { values: ["0"] } }, fields: ["count", "dense"], docvalue_fields: ["count"] }),
  ).toMatchObject([{ fields: { count: [4], dense: [3] } }]);
  const { fields } = await fixture.call("field_caps", ["words"], undefined, { fields: "*", filters: "-metadata" });
  expect(
    Object.entries(fields as JsonObject).map(([name, types]) => `${name} ${Object.keys(types as JsonObject).join()}`),
  ).toEqual(
    expect.arrayContaining([
      "m text",
      "count integer",
      "s search_as_you_type",
      "s._2gram search_as_you_type",
      "s._index_prefix prefix",
    ]),
  );
});
